import { readCookie, writeCookie } from '#web/lib/cookies.ts'
import { stopSound } from '#web/lib/page-sound.ts'

/** A page that reveals nothing to someone looking over a shoulder. */
export const NEUTRAL_PAGE = 'https://www.google.com/'

const PRESSES = 3
const WITHIN_MS = 2000

/** Set for as long as pages stay covered. `before-paint.js` sets it too. */
const COVER_COOKIE = 'covered'
const COVERED_SECONDS = 12 * 60 * 60

/** The title of covered pages, and of a page until the neutral one has loaded. */
export const COVER_TITLE = 'Welcome back'

/** Returns a function that takes a press's time in milliseconds: is it the third within two seconds? */
export function createPressCounter(): (atMs: number) => boolean {
  let presses: number[] = []
  return (atMs) => {
    presses = [...presses, atMs].slice(-PRESSES)
    const first = presses[0] ?? atMs
    return presses.length === PRESSES && atMs - first <= WITHIN_MS
  }
}

/**
 * Hides and silences the page at once and replaces it in the history with the neutral one. For 12 hours, every
 * page of the site is then behind a cover, both after Back and on the next visit.
 */
export function leavePage(): void {
  document.documentElement.hidden = true
  stopSound()
  document.title = COVER_TITLE
  writeCookie(COVER_COOKIE, '1', COVERED_SECONDS)
  window.location.replace(NEUTRAL_PAGE)
}

/** Silences a page that `before-paint.js` leaves: it answers the button, before and after hydration. */
export function silenceOnExit(): void {
  window.addEventListener('quick-exit', stopSound)
}

/** Leaves when Escape is pressed three times within two seconds. */
export function leaveOnEscape(): void {
  const isThirdPress = createPressCounter()
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.repeat && isThirdPress(event.timeStamp)) leavePage()
  }
  // Capture runs before dialogs and menus, which stop the event.
  window.addEventListener('keydown', handleKeyDown, { capture: true })
}

/**
 * Leaves when the button is pressed through what an open dialog or menu puts over the page. It can be
 * seen there, and someone without a keyboard has no other way.
 */
export function leaveThroughLayer(): void {
  const handleClick = ({ target, clientX, clientY }: MouseEvent): void => {
    const box = document.querySelector('[data-quick-exit]')?.getBoundingClientRect()
    if (!box || !(target instanceof Element)) return
    const isOnButton =
      clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
    const isElsewhere = target.closest(
      '[data-quick-exit], [role=dialog], [role=alertdialog], [role=menu], [data-toasts]',
    )
    if (isOnButton && !isElsewhere) leavePage()
  }
  window.addEventListener('click', handleClick, { capture: true })
}

/** Whether Quick exit was used in this browser within 12 hours. */
export function isCovered(): boolean {
  return readCookie(COVER_COOKIE) !== undefined
}

export function uncover(): void {
  writeCookie(COVER_COOKIE, '', 0)
}

/**
 * Checks the cover again when a page is returned to: the browser's back/forward cache restores it as it
 * was, and it may have been open in another tab meanwhile.
 */
export function coverRestoredPages(): void {
  if (isCovered()) return
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && isCovered()) window.location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    // The page that was left itself stays hidden until the neutral one has loaded.
    const isLeft = document.documentElement.hidden
    if (!document.hidden && !isLeft && isCovered()) window.location.reload()
  })
}
