/** A page that tells nothing to whoever looks over a shoulder. */
export const NEUTRAL_PAGE = 'https://www.google.com/'

const PRESSES = 3
const WITHIN_MS = 2000

/** When this device last left through Quick exit, in milliseconds; `before-paint.js` reads it, too. */
const LEFT_AT = 'left-at'
const COVERED_MS = 12 * 60 * 60 * 1000

/** Tells whether a press, given its time in milliseconds, is the third within two seconds. */
export function createPressCounter(): (atMs: number) => boolean {
  let presses: number[] = []
  return (atMs) => {
    presses = [...presses, atMs].slice(-PRESSES)
    const first = presses[0] ?? atMs
    return presses.length === PRESSES && atMs - first <= WITHIN_MS
  }
}

/**
 * Hides the page at once and puts the neutral one in its place in the history. For 12 hours, every
 * page of the site is behind a cover: those that Back leads to, and the next visit.
 */
export function leavePage(): void {
  document.documentElement.hidden = true
  try {
    localStorage.setItem(LEFT_AT, String(Date.now()))
  } catch {
    // Storage can be forbidden; leaving must work all the same.
  }
  window.location.replace(NEUTRAL_PAGE)
}

/** Leaves when Escape is pressed three times within two seconds. */
export function leaveOnEscape(): void {
  const isThirdPress = createPressCounter()
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.repeat && isThirdPress(event.timeStamp)) leavePage()
  }
  // Before dialogs and menus, which keep the key for themselves.
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
 * Runs `start`, unless this device left through Quick exit within 12 hours: then a plain page with
 * one button takes the place of everything, until it is pressed.
 */
export function startUncovered(start: () => void): void {
  // A page from the browser's page cache comes back as it was left.
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
