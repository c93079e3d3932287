import { hydrated } from '#web/lib/hydration.ts'

const LATEST_MS = 10_000
/** WebKit has no idle callbacks. */
const WITHOUT_CALLBACKS_MS = 3_000

/** Runs `work` once the page is loaded and hydrated and the browser is idle, or for 10 seconds. */
export function whenIdle(work: () => void): void {
  const wait = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS })
    else setTimeout(work, WITHOUT_CALLBACKS_MS)
  }
  void hydrated.then(() => {
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
  })
}
