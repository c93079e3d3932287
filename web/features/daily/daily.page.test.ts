import { addDays, logicalDate } from '#contract/logical-date.ts'
import { expect, test } from '#web/testing/page-test.ts'

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

function today(): string {
  return logicalDate(new Date(), COMMUNITY_ZONE)
}

test('a future day redirects to today, and a failed request can be retried', async ({
  memberPage: page,
}) => {
  await page.goto(`/flow?date=${addDays(today(), 3)}`)
  await expect(page.getByText('That day is in the future.')).toBeVisible()
  let isBroken = true
  await page.route('**/api/daily', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.getByRole('link', { name: 'Back to today' }).click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Daily Message' })).toBeVisible()
})
