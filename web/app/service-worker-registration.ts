import { whenIdle } from '#web/lib/when-idle.ts'

/** How the service worker recognises the build that a page runs; see `service-worker.ts`. */
const BUILD_LOCK = 'build:'

let isRegistered = false

/**
 * Lets the app open without a connection. Waits until the page is done with its own loading; only
 * where the app has been built.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isRegistered || !('serviceWorker' in navigator)) return
  isRegistered = true
  holdBuild()
  whenIdle(register)
}

function register(): void {
  navigator.serviceWorker
    .register('/service-worker.js')
    // Refused, as in private windows of some browsers: the app works, but not without a connection.
    .catch(() => undefined)
}

/** While this page is open, the worker keeps the files of its build. */
function holdBuild(): void {
  const locks: LockManager | undefined = navigator.locks
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!locks || !entry) return
  const name = BUILD_LOCK + new URL(entry.src).pathname
  locks.request(name, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined)
}
