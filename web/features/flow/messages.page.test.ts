import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { expectToast, setBox } from '#web/testing/steps.ts'

/** The message on screen. */
function openToast(page: TestPage): Locator {
  return page.locator('[data-toasts] > [data-state=open]')
}

test('unchecking an action closes the message that it is done', async ({ memberPage: page }) => {
  await page.goto('/daily-actions')
  await page.getByLabel('New action').fill('Water the basil')
  await page.getByRole('button', { name: /^Add/ }).click()
  await expectToast(page, 'Daily action created successfully')
  await page.goto('/flow?tab=faith')
  const prayer = page.getByRole('checkbox', { name: /^Prayer/ })
  await setBox(prayer, true)
  await expectToast(page, 'Daily action completed!')
  await setBox(prayer, false)
  await expect(openToast(page)).toHaveCount(0)
  const own = page.getByRole('checkbox', { name: 'Water the basil' })
  await setBox(own, true)
  await setBox(own, false)
  await expectToast(page, 'Action uncompleted')
})

test('an error ends when its page is left', async ({ memberPage: page }) => {
  await page.goto('/flow?tab=faith')
  await page.route('**/api/daily-actions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: '' })
      : route.fallback(),
  )
  await page.getByRole('checkbox', { name: /^Prayer/ }).click()
  await expectToast(page, 'Failed to complete action')
  await page.getByRole('link', { name: 'Guidance', exact: true }).click()
  await expect(openToast(page)).toHaveCount(0)
})
