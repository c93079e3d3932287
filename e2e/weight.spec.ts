import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const KB = 1024

interface Weight {
  script: number
  font: number
}

/** Bytes over the wire, compressed as they travel, until the page has nothing left to load. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const weight: Weight = { script: 0, font: 0 }
  const sizes: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const type = request.resourceType()
    if (type !== 'script' && type !== 'font') return
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        weight[type] += responseBodySize
      }),
    )
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await Promise.all(sizes)
  return weight
}

/** Cumulative layout shift since the page began. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]
          resolve(shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        requestIdleCallback(() => resolve(0), { timeout: 2000 })
      }),
  )
}

test('the landing page is light and stands still', async ({ page }) => {
  const { script, font } = await weigh(page, '/')
  expect(script, 'bytes of JavaScript').toBeLessThanOrEqual(90 * KB)
  expect(font, 'bytes of fonts').toBeLessThanOrEqual(40 * KB)
  expect(script, 'the page has a script').toBeGreaterThan(0)
  expect(font, 'the page has fonts').toBeGreaterThan(0)
  expect(await layoutShift(page), 'layout shift').toBeLessThanOrEqual(0.05)
})

test('the first signed-in page is light and stands still, as does sign-in', async ({
  page,
  openPage,
  world,
}) => {
  await weigh(page, '/auth')
  expect(await layoutShift(page), 'layout shift of sign-in').toBeLessThanOrEqual(0.05)

  const author = await world.member()
  for (const title of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await world.story({ author, title: `${title} step` })
  }
  const dashboard = await openPage({ as: author })
  const { script } = await weigh(dashboard, '/dashboard')
  expect(script, 'bytes of JavaScript').toBeLessThanOrEqual(180 * KB)
  expect(script, 'the page is an app').toBeGreaterThan(50 * KB)
  await expect(dashboard.getByText('Fifth step')).toBeVisible()
  expect(await layoutShift(dashboard), 'layout shift of the dashboard').toBeLessThanOrEqual(0.05)
})
