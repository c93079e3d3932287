import { whenIdle } from '#web/lib/when-idle.ts'

/** Begins the name of the lock that shows which build a page runs; see `service-worker/build-cache.ts`. */
const BUILD_LOCK = 'build:'

let isRegistered = false

/**
 * Registers the service worker, which lets the app open offline. Waits until the page has loaded;
 * production builds only.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isRegistered || !('serviceWorker' in navigator)) return
  isRegistered = true
  lockBuild()
  whenIdle(register)
}

function register(): void {
  navigator.serviceWorker
    .register('/service-worker.js')
    // Some browsers refuse it in private windows; the app then works, but not offline.
    .catch(() => undefined)
}

/** Holds a lock while this page is open, so that the worker keeps the files of its build. */
function lockBuild(): void {
  const locks: LockManager | undefined = navigator.locks
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!locks || !entry) return
  const name = BUILD_LOCK + new URL(entry.src).pathname
  locks.request(name, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined)
}
