/** A page that reveals nothing to someone looking over a shoulder. */
export const NEUTRAL_PAGE = 'https://www.google.com/'

const PRESSES = 3
const WITHIN_MS = 2000

/** Stores when Quick exit was last used here, in milliseconds. `before-paint.js` reads it too. */
const LEFT_AT = 'left-at'
const COVERED_MS = 12 * 60 * 60 * 1000

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
 * Hides the page at once and replaces it in the history with the neutral one. For 12 hours, every
 * page of the site is then behind a cover, both after Back and on the next visit.
 */
export function leavePage(): void {
  document.documentElement.hidden = true
  try {
    localStorage.setItem(LEFT_AT, String(Date.now()))
  } catch {
    // If storage is forbidden, leaving must still work.
  }
  window.location.replace(NEUTRAL_PAGE)
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

function isCovered(): boolean {
  try {
    return Date.now() < Number(localStorage.getItem(LEFT_AT)) + COVERED_MS
  } catch {
    return false
  }
}

/**
 * Runs `start`, unless Quick exit was used on this device within 12 hours: then a plain page with one
 * button is shown until it is pressed.
 */
export function startUncovered(start: () => void): void {
  // The browser's back/forward cache restores a page as it was, so check the cover again.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && isCovered()) window.location.reload()
  })
  if (isCovered()) showCover()
  else start()
}

function showCover(): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Continue'
  button.className = 'min-h-11 rounded-lg border border-line px-6 font-medium hover:bg-sand'
  button.addEventListener('click', () => {
    localStorage.removeItem(LEFT_AT)
    window.location.reload()
  })
  const heading = document.createElement('h1')
  heading.textContent = document.title = 'Welcome back'
  heading.className = 'text-xl'
  const main = document.createElement('main')
  main.className = 'flex min-h-dvh flex-col items-center justify-center gap-6'
  main.append(heading, button)
  document.body.replaceChildren(main)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', 'data:,')
  document.documentElement.hidden = false
}
