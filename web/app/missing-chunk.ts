const RELOADED_AT = 'reloaded-for-chunk'
const AGAIN_AFTER_MS = 60_000

/**
 * Reloads the page if one of its chunks no longer exists on the server, as after an update. At most
 * once a minute; otherwise the error is shown. Doesn't reload while the server is unreachable.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  const isReachable = await fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isReachable) return
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT))
    if (Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  } catch {
    // Without storage, the page could reload forever.
    return
  }
  window.location.reload()
}
