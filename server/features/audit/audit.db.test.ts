import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { guidanceEndpoints } from '#contract/guidance.ts'
import { RIGHTS } from '#contract/rights.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamEndpoints } from '#contract/team.ts'
import { triviaEndpoints } from '#contract/trivia.ts'
import { userEndpoints } from '#contract/users.ts'
import { test } from '#server/testing/world.ts'

const { auditLog, auditPeople, changeEmail, endSessions, list, suspend } = userEndpoints

test('the log is read newest first, page by page and by action', async ({ api, world }) => {
  const admin = await world.admin()
  const caller = api.as(admin)
  const { id } = await world.member()
  await caller.call(suspend, { params: { id }, body: { isSuspended: true, reason: 'Spam' } })
  await caller.call(list)
  await caller.call(suspend, { params: { id }, body: { isSuspended: false } })
  const all = await caller.call(auditLog)
  expect(all.total).toBe(3)
  expect(all.items).toEqual([
    {
      id: expect.any(Number),
      anonymousUsername: admin.anonymousUsername,
      action: 'user-restored',
      subjectType: 'user',
      subjectId: id,
      about: null,
      storyId: null,
      detail: {},
      createdAt: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ action: 'users-listed', detail: { page: 1, searched: 'no' } }),
    expect.objectContaining({ action: 'user-suspended' }),
  ])
  const last = await caller.call(auditLog, { query: { page: 3, pageSize: 1 } })
  expect([last.total, last.items[0]?.action]).toEqual([3, 'user-suspended'])
  const some = await caller.call(auditLog, { query: { action: 'users-listed' } })
  expect([some.total, some.items.map((entry) => entry.action)]).toEqual([1, ['users-listed']])
  expect(await caller.call(auditLog, { query: { action: 'never-done' } })).toEqual({
    items: [],
    total: 0,
  })
  expect((await caller.refuse(auditLog, { query: { action: "x' or 1" } })).status).toBe(400)
})

test('the log is filtered by person and by days in the community’s time zone', async ({
  api,
  world,
  context,
}) => {
  const [admin, other] = [await world.admin(), await world.admin()]
  const { id } = await world.member()
  for (const one of [admin, other]) await api.as(one).call(endSessions, { params: { id } })
  const caller = api.as(admin)
  const by = other.anonymousUsername
  const theirs = await caller.call(auditLog, { query: { by } })
  expect([theirs.total, theirs.items[0]?.anonymousUsername]).toEqual([1, by])
  // 11 PM of the last day of March in Chicago is April in UTC.
  await context.db
    .insertInto('auditEntry')
    .values({
      adminId: other.id,
      action: 'user-restored',
      subjectType: 'user',
      subjectId: id,
      createdAt: '2025-04-01T04:00:00Z',
    })
    .execute()
  const count = async (query: Record<string, string>): Promise<number> =>
    (await caller.call(auditLog, { query: { ...query, action: 'user-restored' } })).total
  expect(await count({ by, from: '2025-03-31', to: '2025-03-31' })).toBe(1)
  expect(await count({ by, from: '2025-04-01' })).toBe(0)
  expect(await count({ to: '2025-03-31' })).toBe(1)
  expect(await count({ by: 'nobody-of-this-name' })).toBe(0)
  expect((await caller.refuse(auditLog, { query: { from: '9999-12-31' } })).status).toBe(400)
  const people = await caller.call(auditPeople)
  expect(people).toEqual(expect.arrayContaining([admin.anonymousUsername, by]))
  expect(people).toEqual(people.toSorted())
})

test('an entry names its subject to administrators who may see it', async ({ api, world }) => {
  const owner = await world.admin()
  const keeper = await world.admin({ rights: ['keeper'] })
  const author = await world.member()
  const [open, waiting] = [
    await world.story({ author, title: 'For everyone' }),
    await world.story({ author, title: 'Not read yet', status: 'pending' }),
  ]
  const gone = await world.story({ author, title: 'Deleted soon' })
  const caller = api.as(owner)
  for (const id of [open, waiting]) {
    await caller.call(storyEndpoints.setTags, { params: { id }, body: { tags: ['hope'] } })
  }
  await caller.call(storyEndpoints.remove, { params: { id: gone } })
  const replyId = await world.reply({ author, storyId: open })
  await caller.call(storyEndpoints.removeReply, { params: { id: replyId } })
  const aboutOf = async (member: typeof owner) => {
    const { items } = await api.as(member).call(auditLog, {
      query: { by: owner.anonymousUsername, pageSize: 4 },
    })
    return items.map(({ action, about, storyId }) => [action, about, storyId])
  }
  const shared = [
    ['reply-removed', 'For everyone', open],
    ['story-removed', null, null],
  ]
  expect(await aboutOf(owner)).toEqual([
    ...shared,
    ['story-tagged', 'Not read yet', waiting],
    ['story-tagged', 'For everyone', open],
  ])
  expect(await aboutOf(keeper)).toEqual([
    ...shared,
    ['story-tagged', null, null],
    ['story-tagged', 'For everyone', open],
  ])
})

test('an entry names its trivia question to administrators who may see it', async ({
  api,
  world,
}) => {
  const [owner, keeper] = [await world.admin(), await world.admin({ rights: ['keeper'] })]
  const question = 'What does a mustard seed become?'
  await api.as(owner).call(triviaEndpoints.createQuestion, {
    body: {
      subject: 'growth',
      question,
      options: ['A tree', 'A vine'],
      answer: 'A tree',
      explanation: 'Birds nest in its branches.',
      source: 'Matthew 13:31',
      isEnabled: true,
    },
  })
  const query = { action: 'trivia-question-added' }
  const aboutOf = async (member: typeof owner) =>
    (await api.as(member).call(auditLog, { query })).items[0]?.about
  expect(await aboutOf(owner)).toBe(question)
  expect(await aboutOf(keeper)).toBeNull()
})

test('an entry says the category and the day of its guidance request to the guidance team', async ({
  api,
  world,
}) => {
  const team = await world.admin({ rights: ['guidance', 'keeper'] })
  const keeper = await world.admin({ rights: ['keeper'] })
  const body = { content: 'What do I do on Monday?', category: 'faith' } as const
  const asked = await api.as(await world.member()).call(guidanceEndpoints.ask, { body })
  const params = { id: asked.id }
  await api.as(team).call(guidanceEndpoints.toggleVisibility, { params })
  const aboutOf = async (member: typeof team) =>
    (await api.as(member).call(auditLog, { query: { action: 'guidance-hidden' } })).items[0]?.about
  const [category, at = ''] = (await aboutOf(team))?.split(' ') ?? []
  expect([category, new Date(at).toISOString()]).toEqual(['faith', asked.createdAt])
  expect(await aboutOf(keeper)).toBeNull()
})

test('the log stays when its administrator’s account is deleted', async ({ api, world }) => {
  const [admin, leaving] = [await world.admin(), await world.admin()]
  const { id } = await world.member()
  await api.as(leaving).call(endSessions, { params: { id } })
  const body = { password: leaving.password, stories: 'remove' } as const
  await api.as(leaving).call(accountEndpoints.removeAccount, { body })
  const query = { action: 'user-sessions-ended' }
  expect((await api.as(admin).call(auditLog, { query })).items[0]).toMatchObject({
    anonymousUsername: null,
    subjectId: id,
  })
})

test('only the list of users connects a pseudonym to a name or an address', async ({
  api,
  world,
  context,
  logLines,
}) => {
  const admin = await world.admin({ username: 'ruth-calloway', email: 'ruth@private.example' })
  const member = await world.member({ username: 'agnes-brinkmann', email: 'agnes@private.example' })
  const caller = api.as(admin)
  const params = { id: member.id }
  const newEmail = 'agnes-two@private.example'
  const listed = await caller.request(list, { query: { q: 'brinkmann' } })
  expect(listed.text).toContain(member.anonymousUsername)
  expect(listed.text).toContain(member.username)
  await caller.call(changeEmail, { params, body: { newEmail } })
  for (const rights of [[...RIGHTS], []]) {
    const body = { anonymousUsername: member.anonymousUsername, rights }
    await caller.call(teamEndpoints.changeRights, { body })
  }
  for (const isSuspended of [true, false]) {
    await caller.call(suspend, { params, body: { isSuspended, reason: 'Spam' } })
  }
  await caller.call(endSessions, { params })
  await caller.call(settingsEndpoints.save, { body: { helpEmail: 'ruth@private.example' } })
  await world.story({ author: member, status: 'pending' })

  const answers = [
    await caller.request(auditLog),
    await caller.request(storyEndpoints.listPending),
    await caller.request(storyEndpoints.listReports),
    await api.request(storyEndpoints.list),
  ].map(({ text, headers }) => text + JSON.stringify(headers))
  expect(answers[0]).toContain(admin.anonymousUsername)
  expect(answers[1]).toContain(member.anonymousUsername)
  const rows = await context.db.selectFrom('auditEntry').selectAll().execute()
  const names = ['ruth-calloway', 'agnes-brinkmann', 'brinkmann', 'private.example']
  for (const text of [...answers, JSON.stringify(rows)]) {
    for (const name of names) expect(text).not.toContain(name)
  }
  for (const { anonymousUsername } of [admin, member]) {
    expect(JSON.stringify(rows)).not.toContain(anonymousUsername)
    expect(logLines.join('\n')).not.toContain(anonymousUsername)
    const mails = await context.db.selectFrom('emailMessage').selectAll().execute()
    const kept = await context.db.selectFrom('outboxMail').selectAll().execute()
    expect(mails.length).toBeGreaterThan(0)
    expect(JSON.stringify([mails, kept])).not.toContain(anonymousUsername)
  }
  for (const name of names) expect(logLines.join('\n')).not.toContain(name)
})
