/** A page that tells nothing to whoever looks over a shoulder. */
export const NEUTRAL_PAGE = 'https://www.google.com/'

const PRESSES = 3
const WITHIN_MS = 2000

/** Tells whether a press, given its time in milliseconds, is the third within two seconds. */
export function createPressCounter(): (atMs: number) => boolean {
  let presses: number[] = []
  return (atMs) => {
    presses = [...presses, atMs].slice(-PRESSES)
    const first = presses[0] ?? atMs
    return presses.length === PRESSES && atMs - first <= WITHIN_MS
  }
}

/** Hides the page at once and puts the neutral one in its place in the history. */
export function leavePage(): void {
  document.documentElement.hidden = true
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
