import type { Page } from '@playwright/test'
import { expect, expectSettled, setBox, test } from './fixtures.ts'

declare global {
  interface Window {
    /** The number of view transitions. */
    viewTransitions?: number
    /** Names of the properties that were visibly animated. */
    moved?: string[]
  }
}

/** Counts animations without changing them. */
async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.viewTransitions = 0
    window.moved = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      window.viewTransitions = (window.viewTransitions ?? 0) + 1
      return start(update)
    }
    document.addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
      // In seconds. With reduced motion, transitions take a hundredth of a millisecond.
      if (target instanceof SVGElement && elapsedTime > 0.02) {
        window.moved?.push(propertyName)
      }
    })
  })
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const isCalm = reducedMotion === 'reduce'

  test(`a story ${isCalm ? 'opens at once' : 'grows from its card'} (${reducedMotion})`, async ({
    openPage,
    world,
  }) => {
    await world.story({ author: await world.member(), title: `Seen ${reducedMotion}` })
    const page = await openPage({ as: await world.member(), reducedMotion })
    await watchMotion(page)
    await page.goto('/flow?tab=exit')
    // Before the page is hydrated, its links load documents.
    await expectSettled(page)
    await page.getByRole('link', { name: `Seen ${reducedMotion}` }).click()
    const heading = page.getByRole('heading', { level: 1, name: `Seen ${reducedMotion}` })
    await expect(heading).toBeFocused()
    expect(await page.evaluate(() => window.viewTransitions)).toBe(isCalm ? 0 : 1)
    await page.getByRole('button', { name: 'Back to stories' }).click()
    await expect(page.getByRole('link', { name: `Seen ${reducedMotion}` })).toBeFocused()
  })

  test(`a tick ${isCalm ? 'appears at once' : 'is animated'} (${reducedMotion})`, async ({
    openPage,
    world,
  }) => {
    const page = await openPage({ as: await world.member(), reducedMotion })
    await watchMotion(page)
    await page.goto('/flow?tab=faith')
    const prayer = page.getByRole('checkbox', { name: /^Prayer/ })
    await setBox(prayer, true)
    const mark = page.locator('label', { has: prayer }).locator('svg').first()
    await expect(mark).toHaveCSS('scale', '1')
    if (isCalm) expect(await page.evaluate(() => window.moved)).toEqual([])
    else await expect.poll(() => page.evaluate(() => window.moved)).toContain('scale')
  })
}
