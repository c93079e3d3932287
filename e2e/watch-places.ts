import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What `watchPlaces` has seen. */
    places: Set<number>
  }
}

/**
 * Records where a link or button is on the next page that loads, frame by frame. Returns a function
 * that reads the distances from the top of the page so far, in CSS pixels: one, if it never moved.
 */
export async function watchPlaces(page: Page, name: string): Promise<() => Promise<number[]>> {
  await page.addInitScript((words) => {
    window.places = new Set()
    const look = (): void => {
      const all = [...document.querySelectorAll('a, button')]
      const found = all.find(({ textContent }) => textContent?.trim() === words)
      if (found) window.places.add(Math.round(found.getBoundingClientRect().top + window.scrollY))
      window.requestAnimationFrame(look)
    }
    look()
  }, name)
  return () => page.evaluate(() => [...window.places])
}
