import type { Page } from '@playwright/test'
import { expect, expectSettled, expectToast, setBox, test } from './fixtures.ts'

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

test('with reduced motion nothing moves, on any page', async ({ openPage, world }) => {
  const storyId = await world.story({ author: await world.member(), title: 'Still water' })
  const page = await openPage({ as: await world.member(), reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...given) {
      window.moved?.push('animate')
      return animate.apply(this, given)
    }
  })
  await watchMotion(page)
  const paths = ['/dashboard', '/flow', '/flow?tab=faith', '/flow?tab=exit', '/flow?tab=guidance']
  for (const path of [...paths, '/account', '/live', '/guidance-responses']) {
    await page.goto(path)
    await expectSettled(page)
    expect(await page.evaluate(movingParts), path).toEqual([])
  }
  await page.goto(`/flow?story=${storyId}`)
  const heart = page.getByRole('button', { name: /^Heart/ })
  await heart.click()
  await expectToast(page, 'Reaction added!')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(movingParts)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => window.moved)).toEqual([])
})

/** What would move for longer than a hundredth of a second; runs in the page. */
function movingParts(): string[] {
  const isLong = (times: string): boolean =>
    times.split(', ').some((time) => Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1e3) > 10)
  const scrolls = getComputedStyle(document.documentElement).scrollBehavior
  const parts = [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo)
      const isAnimated = style.animationName !== 'none' && isLong(style.animationDuration)
      const isLate = isLong(style.animationDelay) || isLong(style.transitionDelay)
      if (!isAnimated && !isLate && !isLong(style.transitionDuration)) return []
      return `${element.tagName} ${element.className} ${pseudo ?? ''}`
    }),
  )
  return scrolls === 'smooth' ? ['the page scrolls smoothly', ...parts] : parts
}
