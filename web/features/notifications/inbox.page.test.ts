import { expect, test } from '#web/testing/page-test.ts'

test('all notifications are marked as read at once, and a list that failed to load can be retried', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author, title: 'Two boats' })
  await site.db
    .insertInto('notification')
    .values([
      { memberId: author.id, kind: 'story-reply', subjectId: storyId, happenings: 2 },
      { memberId: author.id, kind: 'story-approved', subjectId: storyId },
      { memberId: author.id, kind: 'live-on-air', subjectId: null },
    ])
    .execute()
  await signIn(author)
  await page.route(/\/api\/notifications\?/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  await expect(inbox.getByRole('alert')).toBeVisible()
  await page.unroute(/\/api\/notifications\?/)
  await inbox.getByRole('button', { name: 'Retry' }).click()
  await expect(inbox.getByRole('link', { name: '2 new replies to your story' })).toBeVisible()
  await expect(inbox.getByText('New', { exact: true })).toHaveCount(3)
  const onAir = inbox.getByRole('link', { name: 'Live coaching went on air' })
  await expect(onAir).toHaveAttribute('href', '/live')
  const marked = page.waitForCall('POST', '/api/notifications/read-all')
  await inbox.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(inbox.getByText('New', { exact: true })).toHaveCount(0)
  await marked
  await page.keyboard.press('Escape')
  const counted = await page.call('/api/notifications/count')
  expect(await counted.json()).toEqual({ unread: 0, hasWarning: false })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a prayer request is renewed where the notice about its end is read', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const author = await world.member()
  const endsAt = new Date(Date.now() + 2 * 86_400_000)
  const content = 'For my brother, who starts work again on Monday.'
  const subjectId = await world.prayerRequest({ author, endsAt, content })
  await site.db
    .insertInto('notification')
    .values({ memberId: author.id, kind: 'prayer-ending', subjectId })
    .execute()
  await signIn(author)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  await expect(inbox.getByText(`“${content}”`)).toBeVisible()
  await expect(inbox.getByText(/^Ends .*, in 2 days$/)).toBeVisible()
  const renew = inbox.getByRole('button', { name: 'Renew for 30 days' })
  await renew.click()
  await expect(page.getByText('Renewed for 30 days')).toBeVisible()
  await expect(inbox.getByText('New', { exact: true })).toHaveCount(0)
  await expect(renew).toHaveAttribute('aria-disabled', 'true')
  const row = await site.db
    .selectFrom('prayerRequest')
    .select('endsAt')
    .where('prayerRequestId', '=', subjectId)
    .executeTakeFirstOrThrow()
  expect(row.endsAt?.getTime()).toBeGreaterThan(endsAt.getTime() + 29 * 86_400_000)
  // Another time, there is nothing left to renew.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(inbox.getByRole('link', { name: /^Renew your prayer request/ })).toBeVisible()
  await expect(renew).toHaveCount(0)
})

test('the bell leads to the messages from the team', async ({ page, site, world, signIn }) => {
  const author = await world.member()
  const { teamMessageId } = await site.db
    .insertInto('teamMessage')
    .values({
      memberId: author.id,
      kind: 'warning',
      isAboutReply: false,
      words: 'Please leave the surname out.',
      createdAt: new Date(),
      seenAt: new Date(),
    })
    .returning('teamMessageId')
    .executeTakeFirstOrThrow()
  await site.db
    .insertInto('notification')
    .values({ memberId: author.id, kind: 'warning', subjectId: teamMessageId })
    .execute()
  await signIn(author)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  const notice = inbox.getByRole('link', { name: /^A message from our team/ })
  await expect(notice).toHaveAttribute('href', '/account/messages')
  await inbox.getByRole('link', { name: 'Messages from our team', exact: true }).click()
  await expect(page).toHaveURL('/account/messages')
  await expect(inbox).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Please leave the surname out.')
})
