import { expect, type Locator, type Page } from '@playwright/test'

/** The toast on screen. Not located by role, because an open dialog hides it from roles. */
export function openToast(page: Page): Locator {
  return page.locator('[data-toasts] > [data-state=open]')
}

/**
 * Waits until the toast is all on screen and covers neither a dialog nor the room's controls nor
 * anything else that can be pressed.
 */
export async function expectNothingCovered(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(coveredNames)).toEqual([])
}

/** What the toast covers, by name; runs in the page. */
function coveredNames(): string[] {
  const toast = document.querySelector('[data-toasts] > [data-state=open]')
  if (!toast) return []
  const box = toast.getBoundingClientRect()
  const isCutOff = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
  if (isCutOff) return [`the toast is cut off at ${box.left}, ${box.top}`]
  const pressable =
    'a[href], button, input, select, textarea, summary, label:has(input), [role=dialog], [role=alertdialog], [data-dock]'
  return [...document.querySelectorAll(pressable)]
    .filter((element) => {
      const other = element.getBoundingClientRect()
      const isApart =
        other.right <= box.left ||
        other.left >= box.right ||
        other.bottom <= box.top ||
        other.top >= box.bottom
      const isElsewhere = element.closest('[data-toasts], [aria-hidden=true], [inert]')
      return !isApart && !isElsewhere && element.checkVisibility({ visibilityProperty: true })
    })
    .map((element) => `${element.tagName} ${element.textContent?.trim() || element.ariaLabel}`)
}
