const RELOADED_AT = 'reloaded-for-chunk'
const AGAIN_AFTER_MS = 60_000

/**
 * Loads the page anew when a part of it is not on the server any more, as after an update while the
 * page was open. Once: a second time soon after, the error stands. Not while the server is away.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  const isThere = await fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT))
    if (Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  } catch {
    // Without storage nothing would stop a page that is reloaded for ever.
    return
  }
  window.location.reload()
}
