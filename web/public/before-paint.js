// Runs before the first paint, so that the wrong theme doesn't flash and nothing is shown after a
// Quick exit.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  // `neutral-name.ts` writes it and applies it once the app runs.
  const name = localStorage.getItem('neutral-name')
  if (name === 'notes' || name === 'journal' || name === 'daily') {
    document.title = name[0].toUpperCase() + name.slice(1)
    document.querySelector('link[rel=manifest]').href = `/${name}.webmanifest`
    document.querySelector('link[rel=icon]').href = `/icons/${name}.svg`
    document.querySelector('link[rel=apple-touch-icon]').href = `/icons/${name}-touch-icon.png`
  }
  // `quick-exit.ts` writes the time and shows the cover.
  const leftAt = Number(localStorage.getItem('left-at'))
  if (Date.now() < leftAt + 12 * 60 * 60 * 1000) {
    document.documentElement.hidden = true
    document.title = ''
  }
} catch {
  // If storage is forbidden, the system's theme applies.
}

// Quick exit before the app's scripts have run, as `leavePage` of `quick-exit.ts` does it afterwards:
// the plain link would leave this page in the history.
addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('[data-quick-exit]')
    if (!link) return
    event.preventDefault()
    event.stopPropagation()
    document.documentElement.hidden = true
    try {
      localStorage.setItem('left-at', String(Date.now()))
    } catch {
      // If storage is forbidden, leaving must still work.
    }
    location.replace(link.href)
  },
  { capture: true },
)
