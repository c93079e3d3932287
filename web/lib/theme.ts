import { createListeners } from '#web/lib/listeners.ts'

export type Theme = 'system' | 'light' | 'dark'

const STORAGE_KEY = 'theme'
const ORDER: readonly Theme[] = ['system', 'light', 'dark']

/** The theme that `before-paint.js` applied before the first paint, or the one chosen since. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function nextTheme(theme: Theme): Theme {
  return ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system'
}

/** The switch's label: the current theme and the one that a press switches to. */
export function themeLabel(theme: Theme): string {
  return `Colors: ${theme}. Switch to ${nextTheme(theme)}`
}

const listeners = createListeners()

export const subscribeTheme = listeners.subscribe

/** Applies the theme and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // If storage is forbidden, the choice applies to this page only.
  }
  listeners.notify()
}
