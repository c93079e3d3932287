/**
 * Leaves the pages of somebody who has just signed out. A full load, so that nothing of theirs
 * stays in memory. A browser that brings a page back as it was shows an empty one and loads it
 * anew, for whoever is here by then.
 */
export function leaveAccount(): void {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
  })
  window.addEventListener('pageshow', () => window.location.reload())
  window.location.assign('/')
}
