// Runs before the first paint, so that the wrong theme doesn't flash.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // If storage is forbidden, the system's theme applies.
}

// The document that a device keeps to start offline is nobody's, so it has neither a neutral name nor
// the cover after Quick exit.
const neutralName = /(?:^|; )neutral-name=(notes|journal|daily)/.exec(document.cookie)?.[1]
if (neutralName) {
  document.title = neutralName[0].toUpperCase() + neutralName.slice(1)
  document.querySelector('link[rel=manifest]').href = `/${neutralName}.webmanifest`
  document.querySelector('link[rel=icon]').href = `/icons/${neutralName}.svg`
  document.querySelector('link[rel=apple-touch-icon]').href = `/icons/${neutralName}-touch-icon.png`
}
if (/(?:^|; )covered=/.test(document.cookie)) document.title = 'Welcome back'

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
    dispatchEvent(new Event('quick-exit'))
    document.title = 'Welcome back'
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: leaving can't wait for the Cookie Store API.
    document.cookie = `covered=1; Path=/; Max-Age=43200; SameSite=Lax${secure}`
    location.replace(link.href)
  },
  { capture: true },
)

// A button that is pressed before the app's scripts can answer it: `hydration.ts` repeats the click.
window.earlyClick = null
addEventListener(
  'click',
  (event) => {
    if (window.earlyClick === undefined || !(event.target instanceof Element)) return
    const control = event.target.closest(
      'button:not([popovertarget], [type=submit]), input[type=checkbox], input[type=radio]',
    )
    // Fields of a form are remembered below.
    if (!control || control.matches('form[data-early] input')) return
    event.preventDefault()
    window.earlyClick = control
  },
  { capture: true },
)

// A person’s acts in a form before it is hydrated, for `web/lib/early-input.ts` to repeat.
const early = { fields: new Map(), submission: null }
window.earlyInput = early
addEventListener(
  'input',
  ({ target }) => {
    if (!target.form?.hasAttribute('data-early')) return
    const { value, checked, defaultValue } = target
    early.fields.set(target, { value, checked, wasEmpty: defaultValue === '' })
  },
  { capture: true },
)
addEventListener(
  'submit',
  (event) => {
    if (!event.target.hasAttribute('data-early')) return
    event.preventDefault()
    event.stopPropagation()
    early.submission = { form: event.target, submitter: event.submitter }
  },
  { capture: true },
)
