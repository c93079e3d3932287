// Runs before the first paint, so that a chosen theme does not flash and nothing shows after a
// quick exit.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // `quick-exit.ts` writes the time and shows the cover.
  const leftAt = Number(localStorage.getItem('left-at'))
  if (Date.now() < leftAt + 12 * 60 * 60 * 1000) {
    document.documentElement.hidden = true
    document.title = ''
  }
} catch {
  // Storage can be forbidden; the system's theme holds then.
}
