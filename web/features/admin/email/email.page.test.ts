import { emailEndpoints } from '#contract/email.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { openInApp } from '#web/testing/steps.ts'

const { createScheduled, recipients } = emailEndpoints

test('a member is redirected from both pages', async ({ memberPage: page }) => {
  for (const path of ['/admin/email', '/admin/scheduled-emails']) {
    await page.goto(path)
    await expect(page).not.toHaveURL(/admin/)
  }
})

test('both lists show a loading error and recover', async ({ adminPage: page }) => {
  const pattern = `**${createScheduled.path}?*`
  await page.route(pattern, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'The list was not found.' } }),
  )
  await openInApp(page, '/admin/scheduled-emails')
  await expect(page.getByText('The list was not found.')).toBeVisible()
  await page.unroute(pattern)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The list was not found.')).toBeHidden()

  await page.route(`**${recipients.path}?*`, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Nobody was counted.' } }),
  )
  await page.goto('/admin/email?part=broadcast')
  await expect(page.getByText('Nobody was counted.')).toBeVisible()
  await page.unroute(`**${recipients.path}?*`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^\d+ (person|people)\./)).toBeVisible()
})
