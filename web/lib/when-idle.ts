const LATEST_MS = 10_000
/** WebKit has no idle callbacks. */
const WITHOUT_CALLBACKS_MS = 3_000

/** Does `work` once the page is loaded and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  const wait = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
    else setTimeout(work, WITHOUT_CALLBACKS_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
