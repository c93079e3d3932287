import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const reason = 'Your stories advertise a shop.'

async function isSuspended({ db }: Context, { id }: TestMember): Promise<boolean> {
  const query = db.selectFrom('member').select('suspendedAt').where('memberId', '=', id)
  return (await query.executeTakeFirstOrThrow()).suspendedAt !== null
}

test('a suspended story author is told the reason when they try to sign in', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  const author = await world.member()
  const id = await world.story({ author, status: 'pending' })
  await api.as(admin).call(calls.suspendStoryAuthor, { params: { id }, body: { reason } })
  expect((await api.as(author).refuse(accountEndpoints.currentUser)).status).toBe(401)
  const credentials = { username: author.username, password: author.password }
  expect(await api.refuse(accountEndpoints.login, { body: credentials })).toMatchObject({
    status: 403,
    message: 'This account is suspended. The reason given: “Your stories advertise a shop.”',
  })
  const entries = await context.db.selectFrom('auditEntry').selectAll().execute()
  expect(entries).toMatchObject([
    {
      adminId: admin.id,
      action: 'story-author-suspended',
      subjectType: 'story',
      subjectId: String(id),
      detail: { reason },
    },
  ])
  expect(JSON.stringify(entries)).not.toContain(author.id)
})

test('a restored member’s reason is removed, and a suspension from the list has its own', async ({
  api,
  world,
  admin,
}) => {
  const author = await world.member()
  const id = await world.story({ author })
  await admin.call(calls.suspendStoryAuthor, { params: { id }, body: { reason } })
  const params = { id: author.id }
  await admin.call(userEndpoints.suspend, { params, body: { isSuspended: false } })
  const body = { isSuspended: true, reason: 'Asked members for money.' }
  await admin.call(userEndpoints.suspend, { params, body })
  const credentials = { username: author.username, password: author.password }
  const refusal = await api.refuse(accountEndpoints.login, { body: credentials })
  expect(refusal.message).toBe(
    'This account is suspended. The reason given: “Asked members for money.”',
  )
})

test('the author of a reply can be suspended too, once, even if the reply was removed', async ({
  api,
  world,
  context,
  admin,
}) => {
  const [author, replier] = [await world.member(), await world.member()]
  const storyId = await world.story({ author })
  const reply = { storyId, content: 'Buy now.' }
  const { id } = await api.as(replier).call(calls.reply, { body: reply })
  await admin.call(calls.removeReply, { params: { id } })
  const input = { params: { id }, body: { reason } }
  await admin.call(calls.suspendReplyAuthor, input)
  await admin.call(calls.suspendReplyAuthor, input)
  expect(await isSuspended(context, replier)).toBe(true)
  expect(await isSuspended(context, author)).toBe(false)
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['subjectType', 'subjectId'])
    .where('action', '=', 'reply-author-suspended')
    .execute()
  expect(entries).toEqual([{ subjectType: 'reply', subjectId: String(id) }])
})

test('administrators can’t suspend themselves or a deleted account', async ({
  api,
  world,
  context,
}) => {
  const admin = await world.admin()
  await world.admin()
  const own = { params: { id: await world.story({ author: admin }) }, body: { reason } }
  expect(await api.as(admin).refuse(calls.suspendStoryAuthor, own)).toMatchObject({
    status: 409,
    message: 'You can’t suspend your own account.',
  })
  const author = await world.member()
  const left = { params: { id: await world.story({ author }) }, body: { reason } }
  await context.db.deleteFrom('member').where('memberId', '=', author.id).execute()
  expect((await api.as(admin).refuse(calls.suspendStoryAuthor, left)).status).toBe(409)
  const unknown = { params: { id: 2_000_000_000 }, body: { reason } }
  expect((await api.as(admin).refuse(calls.suspendStoryAuthor, unknown)).status).toBe(404)
  expect((await api.as(admin).refuse(calls.suspendReplyAuthor, unknown)).status).toBe(404)
  const empty = { ...left, body: { reason: ' ' } }
  expect((await api.as(admin).refuse(calls.suspendStoryAuthor, empty)).status).toBe(400)
})

test('signing in or deleting the account during a suspension leaves no session and no error', async ({
  api,
  world,
  context,
  admin,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const author = await world.member()
    const params = { id: await world.story({ author }) }
    const credentials = { username: author.username, password: author.password }
    const leave = { password: author.password, stories: 'keep' } as const
    const [suspension, signIn, removal] = await Promise.all([
      admin.request(calls.suspendStoryAuthor, { params, body: { reason } }),
      api.request(accountEndpoints.login, { body: credentials }),
      api.as(author).request(accountEndpoints.removeAccount, { body: leave }),
    ])
    expect([204, 409]).toContain(suspension.status)
    expect([200, 401, 403]).toContain(signIn.status)
    expect([204, 401]).toContain(removal.status)
    const sessions = await context.db
      .selectFrom('session')
      .select('sessionId')
      .where('memberId', '=', author.id)
      .execute()
    if (suspension.status === 204) expect(sessions).toEqual([])
  }
})

test('of two administrators who suspend each other at once, one can still sign in', async ({
  api,
  world,
  context,
}) => {
  await context.db.updateTable('member').set({ rights: [] }).execute()
  context.changes.announce({ kind: 'missed' })
  const [first, second] = [await world.admin(), await world.admin()]
  const [ofFirst, ofSecond] = [
    await world.story({ author: first }),
    await world.story({ author: second }),
  ]
  const input = (id: number) => ({ params: { id }, body: { reason } })
  const answers = await Promise.all([
    api.as(first).request(calls.suspendStoryAuthor, input(ofSecond)),
    api.as(second).request(calls.suspendStoryAuthor, input(ofFirst)),
  ])
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  const suspended = await Promise.all([first, second].map((admin) => isSuspended(context, admin)))
  expect(suspended.filter(Boolean)).toHaveLength(1)
})

test('no content call reveals an author’s id or address to an administrator', async ({
  api,
  world,
  logLines,
  admin,
}) => {
  const author = await world.member({ username: 'agnes-brinkmann', email: 'agnes@private.example' })
  const replier = await world.member({ username: 'otto-kessler', email: 'otto@private.example' })
  const reporter = await world.member({ username: 'vera-lindholm', email: 'vera@private.example' })
  const params = { id: await world.story({ author }) }
  const pending = { id: await world.story({ author, status: 'pending' }) }
  const reply = { storyId: params.id, content: 'Buy now.' }
  const { id } = await api.as(replier).call(calls.reply, { body: reply })
  await api.as(reporter).call(calls.report, { params, body: { reason: 'Advertising' } })
  await api.as(reporter).call(calls.reportReply, { params: { id }, body: {} })
  const question = { content: 'What should I do?', category: 'faith' } as const
  await api.as(author).call(guidanceEndpoints.ask, { body: question })
  const responses = [
    await admin.request(calls.list),
    await admin.request(calls.get, { params }),
    await admin.request(calls.listPending),
    await admin.request(calls.listReports),
    await admin.request(calls.listReplies, { params }),
    await admin.request(guidanceEndpoints.listAll),
    await admin.request(calls.setTags, { params, body: { tags: ['quiet'] } }),
    await admin.request(calls.moderate, { params: pending, body: { approved: true } }),
    await admin.request(calls.reject, { params: pending, body: { reason: 'No.' } }),
    await admin.request(calls.suspendStoryAuthor, { params, body: { reason } }),
    await admin.request(calls.suspendReplyAuthor, { params: { id }, body: { reason } }),
    await admin.request(userEndpoints.auditLog),
  ]
  const answers = responses.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')
  expect(answers).toContain(author.anonymousUsername)
  expect(answers).toContain('What should I do?')
  const lines = logLines.join('\n')
  for (const member of [author, replier, reporter]) {
    for (const secret of [member.id, member.username, member.email]) {
      expect(answers).not.toContain(secret)
      expect(lines).not.toContain(secret)
    }
  }
})
