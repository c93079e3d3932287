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

test('the unsent emails of a broadcast are one entry, which opens on one person’s copy', async ({
  adminPage: page,
  site,
}) => {
  const body = { subject: 'News for all', text: 'Beans are up.', html: '<p>Beans are up.</p>' }
  const mails = [1, 2].map((row) => ({
    ...body,
    idempotencyKey: `mailing-1-${row}`,
    toAddress: `reader-${row}@example.org`,
  }))
  await site.db.insertInto('outboxMail').values(mails).execute()
  await page.goto('/admin/email?part=outbox')
  await expect(page.getByText('News for all')).toHaveCount(1)
  await page.getByText('To 2 people').click()
  await expect(page.getByText('This copy is for reader-2@example.org.')).toBeVisible()
  await page.goto('/admin/email?part=outbox&q=reader-1@example.org')
  await expect(page.getByText('reader-1@example.org', { exact: true })).toBeVisible()
})

test('without an email service, the activity leads to connecting one', async ({
  page,
  signIn,
  site,
  world,
}) => {
  await signIn(await world.admin())
  await page.goto('/admin/email?part=activity')
  const activity = page.getByRole('region', { name: 'Email Activity' })
  const link = activity.getByRole('link', { name: 'Connect an email service' })
  await expect(link).toHaveAttribute('href', '/admin/connections')
  await signIn(await world.admin({ rights: ['mail'] }))
  await page.goto('/admin/email?part=activity')
  await expect(
    activity.getByText('An administrator with the right Team can connect an email service.'),
  ).toBeVisible()
  await site.db
    .insertInto('emailEvent')
    .values({
      email: 'reader@example.org',
      eventType: 'email.delivered',
      eventData: '{}',
      providerEventId: 'msg_single',
      createdAt: new Date(),
    })
    .execute()
  await page.goto('/admin/email?part=activity')
  await expect(activity.getByText('reader@example.org')).toBeVisible()
  await expect(activity.getByText('Page 1 of 1')).toHaveCount(0)
})
