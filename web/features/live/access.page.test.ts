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

test('a host is asked before the room opens when no session is due', async ({
  adminPage: page,
}) => {
  const startsAt = new Date(Date.now() + 65 * 60_000).toISOString()
  const assignment = { title: 'Give thanks', html: '' }
  let sessions = [{ startsAt, isMoved: false }]
  await page.route('**/api/live/page', (route) => route.fulfill({ json: { sessions, assignment } }))
  await page.goto('/sfx-members')
  const start = page.getByRole('button', { name: 'Start Broadcasting' })
  const question = page.getByRole('alertdialog', { name: 'Go on air now?' })
  await start.click()
  await expect(question).toContainText('The next session is on ')
  await expect(question).toContainText('Members are notified as soon as you’re on air')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  sessions = []
  await page.reload()
  await start.click()
  await expect(question).toContainText('No session is scheduled right now.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('OFF AIR')).toBeVisible()
})
