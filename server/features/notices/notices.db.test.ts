import { expect } from 'vitest'
import { noticeEndpoints } from '#contract/notices.ts'
import { reviewEndpoints } from '#contract/review.ts'
import { todayEndpoints } from '#contract/today.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import { test as base } from '#server/testing/world.ts'

const { send, list, answer } = noticeEndpoints

/** Each test starts without notices. */
const test = base.extend<{ $test: { none: null } }>({
  none: [
    async ({ context: { db } }, use) => {
      await db.deleteFrom('notice').execute()
      await db.deleteFrom('reviewItem').where('subject', '=', 'notice').execute()
      await use(null)
    },
    { auto: true },
  ],
})

const NOTICE = { what: 'A story', place: '/flow?story=3', why: 'It names a child.' }

test('anyone reports something unlawful; the answer goes to their address, and nothing else stays', async ({
  api,
  world,
  context,
  admin,
}) => {
  const email = 'neighbor@example.org'
  await api
    .browser()
    .from('198.18.9.1')
    .call(send, { body: { ...NOTICE, email } })
  const { items, total } = await admin.call(list)
  expect(total).toBe(1)
  expect(items).toMatchObject([{ ...NOTICE, email, isDanger: false, claim: null }])
  const { waiting } = await admin.call(todayEndpoints.read)
  expect(waiting.reports?.count).toBe(1)

  const params = { id: items[0]?.id ?? 0 }
  const other = api.as(await world.admin())
  await other.call(reviewEndpoints.claim, { params: { subject: 'notice', ...params } })
  const body = { acted: true, reason: 'It named a child. We removed the name.' }
  expect(await admin.refuse(answer, { params, body })).toMatchObject({ status: 409 })
  await other.call(answer, { params, body })
  const { text } = await waitForMail(context.db, { to: email, subject: /Your notice/ })
  expect(text).toContain('We removed or changed it.')
  expect(text).toContain(body.reason)

  expect(await context.db.selectFrom('notice').selectAll().execute()).toEqual([])
  const decided = await admin.call(reviewEndpoints.decided, { params: { subject: 'notice' } })
  expect(decided.items[0]).toMatchObject({
    action: 'notice-upheld',
    detail: { reason: body.reason },
  })
  expect(JSON.stringify(decided)).not.toContain(email)
  expect(await admin.refuse(answer, { params, body })).toMatchObject({
    status: 409,
    message: expect.stringContaining('already answered this notice.'),
  })
})

test('a danger to life comes first, one network sends few, and a form without scripts is understood', async ({
  api,
  admin,
}) => {
  const browser = api.browser().from('198.18.9.2')
  await browser.call(send, { body: { ...NOTICE, what: 'First', isDanger: '', email: '' } })
  await browser.call(send, { body: { ...NOTICE, what: 'Second', isDanger: 'on' } })
  await browser.call(send, { body: { ...NOTICE, what: 'Third', isDanger: false } })
  const { items } = await admin.call(list)
  expect(items.map(({ what, isDanger }) => [what, isDanger])).toEqual([
    ['Second', true],
    ['First', false],
    ['Third', false],
  ])
  for (const what of ['Fourth', 'Fifth']) await browser.call(send, { body: { ...NOTICE, what } })
  expect(await browser.refuse(send, { body: NOTICE })).toMatchObject({ status: 429 })
  await api.browser().from('198.18.9.3').call(send, { body: NOTICE })
})

test('a notice without an address is closed without an email, and incomplete ones are refused', async ({
  api,
  admin,
  context,
}) => {
  const browser = api.browser().from('198.18.9.4')
  expect(await browser.refuse(send, { body: { ...NOTICE, email: 'nobody' } })).toMatchObject({
    status: 400,
    fields: { email: 'Invalid email address' },
  })
  expect(await browser.refuse(send, { body: { ...NOTICE, why: ' ' } })).toMatchObject({
    status: 400,
  })
  await browser.call(send, { body: NOTICE })
  const [notice] = (await admin.call(list)).items
  const before = await context.db.selectFrom('emailMessage').selectAll().execute()
  const params = { id: notice?.id ?? 0 }
  expect(await admin.refuse(answer, { params, body: { acted: false, reason: '' } })).toMatchObject({
    status: 400,
  })
  await admin.call(answer, { params, body: { acted: false, reason: 'It names nobody.' } })
  expect(await context.db.selectFrom('emailMessage').selectAll().execute()).toHaveLength(
    before.length,
  )
})
