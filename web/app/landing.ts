import '#web/app/styles.css'
import { leaveOnEscape, leavePage, startUncovered } from '#web/lib/quick-exit.ts'
import { chooseTheme, currentTheme, nextTheme, themeLabel } from '#web/lib/theme.ts'

/* The script of the prerendered landing page: themes and quick exit. */

function showTheme(button: HTMLButtonElement): void {
  const theme = currentTheme()
  button.setAttribute('aria-label', themeLabel(theme))
  button.title = themeLabel(theme)
  for (const icon of button.querySelectorAll('[data-theme-icon]')) {
    icon.classList.toggle('hidden', icon.getAttribute('data-theme-icon') !== theme)
  }
}

startUncovered(() => {
  const themeButton = document.querySelector<HTMLButtonElement>('[data-theme-switch]')

  if (themeButton) {
    showTheme(themeButton)
    themeButton.classList.remove('invisible')
    themeButton.addEventListener('click', () => {
      chooseTheme(nextTheme(currentTheme()))
      showTheme(themeButton)
    })
  }

  for (const link of document.querySelectorAll('[data-quick-exit]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      leavePage()
    })
  }

  leaveOnEscape()
})
