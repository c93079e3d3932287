import { expect, test } from '#web/testing/page-test.ts'

test('the live page says what it needs and costs', async ({ memberPage: page }) => {
  await page.goto('/live')
  await expect(page.getByText(/^The room comes with/)).toBeVisible()
  const room = page.getByRole('region', { name: 'Live Coaching Room' })
  await room.getByRole('button', { name: 'Upgrade', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Upgrade Required' })).toBeVisible()
})

test('a host’s tools stand between the room and what is about it', async ({ adminPage: page }) => {
  await page.goto('/sfx-members')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Live Coaching Room',
    'Recordings',
    'Upcoming LIVE Coaching Schedule',
    'Frequently Asked Questions',
    'Monthly Faith Assignment',
    'Past Sessions',
  ])
})
