import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { moodEndpoints } from '#contract/moods.ts'
import { prayerEndpoints } from '#contract/prayer.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { tillEndpoints } from '#contract/till.ts'
import type { Context } from '#server/context.ts'
import { type Change, connectChanges } from '#server/db/changes.ts'
import { AppError } from '#server/domain/app-error.ts'
import { waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const { removeAccount, currentUser, login, requestOtp, forgotPassword, register } = accountEndpoints
const { createCheckout } = shopEndpoints
const { finishSession, listRecords } = tillEndpoints

test('a wrong password removes nothing', async ({ api, world }) => {
  const member = await world.member()
  const body = { password: 'not this one', stories: 'remove' } as const
  expect(await api.as(member).refuse(removeAccount, { body })).toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: { password: 'This is not your current password.' },
  })
  await api.as(member).call(currentUser)
})

test.for([
  [{ stories: 'keep' }, 'password', 'Enter your password.'],
  [{ password: '', stories: 'keep' }, 'password', 'Enter your password.'],
  [{ password: 'x' }, 'stories', 'Choose what becomes of your stories.'],
  [{ password: 'x', stories: 'burn' }, 'stories', 'Choose what becomes of your stories.'],
] as const)('%j is refused', async ([body, field, sentence], { api, world }) => {
  const member = await world.member()
  expect(await api.as(member).refuse(removeAccount, { body })).toMatchObject({
    status: 400,
    fields: { [field]: sentence },
  })
})

test('a removed account is signed out everywhere immediately', async ({ api, world }) => {
  const member = await world.member()
  const phone = { cookie: await world.session(member.id) }
  await api.as(phone).call(currentUser)
  const { username, password } = member
  const body = { password, stories: 'remove' } as const
  const response = await api.as(member).request(removeAccount, { body })
  expect(response.status).toBe(204)
  expect(response.headers['set-cookie']).toMatch(/^folx=; .*Expires=Thu, 01 Jan 1970/)
  expect((await api.as(phone).refuse(currentUser)).status).toBe(401)
  expect((await api.as(member).refuse(removeAccount, { body })).status).toBe(401)
  expect((await api.refuse(login, { body: { username, password } })).status).toBe(401)
})

test('the username and the address of a removed account become available again', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const { username, email, password } = member
  await api.as(member).call(removeAccount, { body: { password, stories: 'keep' } })
  const again = world.registration({ username, email })
  const user = await api.call(register, { body: again })
  expect(user.id).not.toBe(member.id)
})

test('prayer requests are deleted with the account, whatever is chosen for its stories', async ({
  api,
  world,
  context,
}) => {
  for (const stories of ['keep', 'remove'] as const) {
    const [member, other] = [await world.member(), await world.member()]
    const own = await world.prayerRequest({ author: member })
    const theirs = await world.prayerRequest({ author: other })
    await api.as(member).call(prayerEndpoints.report, { params: { id: theirs }, body: {} })
    await api.as(other).call(prayerEndpoints.report, { params: { id: own }, body: {} })
    const body = { password: member.password, stories }
    await api.as(member).call(removeAccount, { body })
    const { items } = await api.as(other).call(prayerEndpoints.list)
    expect(items.map(({ id }) => id)).not.toContain(own)
    expect(items.map(({ id }) => id)).toContain(theirs)
    const reports = context.db.selectFrom('prayerReport').select('memberId')
    expect(await reports.where('prayerRequestId', 'in', [own, theirs]).execute()).toEqual([])
  }
})

test('with remove, stories and their files are deleted and replies are emptied', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const other = await world.member()
  const keys = ['recordings/cc/ready', 'uploads/cc/raw']
  for (const key of keys) {
    const body = Readable.from([Buffer.from('sound')])
    await context.files.put({ key, contentType: 'audio/mp4', body })
  }
  const own = [
    await world.story({ author: member, tags: ['leaving'] }),
    await world.story({ author: member, status: 'pending' }),
    await world.story({ author: member, recording: { state: 'ready', key: keys[0] ?? '' } }),
    await world.story({
      author: member,
      status: 'pending',
      recording: { state: 'processing', key: keys[1] ?? '' },
    }),
  ]
  const theirs = await world.story({ author: other, tags: ['leaving', 'staying'] })
  const top = await world.reply({ author: member, storyId: theirs, content: 'My own words.' })
  await world.reply({ author: other, storyId: theirs, parentId: top, content: 'An answer.' })
  await world.reply({ author: member, storyId: theirs, content: 'More of my words.' })
  await world.reply({ author: other, storyId: own[0] ?? 0 })
  await world.reaction({ member, storyId: theirs, kind: 'heart' })
  await world.reaction({ member, storyId: theirs, kind: 'raised_hands' })
  await world.reaction({ member: other, storyId: theirs, kind: 'heart' })
  const before = await api.call(storyEndpoints.list)

  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(removeAccount, { body })

  for (const id of own) {
    expect((await api.as(other).refuse(storyEndpoints.get, { params: { id } })).status).toBe(404)
  }
  const story = await api.call(storyEndpoints.get, { params: { id: theirs } })
  expect(story).toMatchObject({
    replyCount: 1,
    reactions: { total: 1, counts: { heart: 1, praying_hands: 0, raised_hands: 0 } },
  })
  const replies = await api.call(storyEndpoints.listReplies, { params: { id: theirs } })
  expect(replies.map(({ content, isDeleted }) => ({ content, isDeleted }))).toEqual([
    { content: '', isDeleted: true },
    { content: 'An answer.', isDeleted: false },
  ])
  const rows = await context.db
    .selectFrom('reply')
    .select('content')
    .where('storyId', '=', theirs)
    .execute()
  expect(rows.map((row) => row.content).sort()).toEqual(['', '', 'An answer.'])
  expect((await api.call(storyEndpoints.list)).total).toBe(before.total - 2)
  expect((await api.call(storyEndpoints.list, { query: { tag: 'leaving' } })).total).toBe(1)
  for (const key of keys) {
    await vi.waitUntil(() => context.files.stat(key).then(() => false, isNotFound))
  }
})

test('with keep, stories and replies stay without an author', async ({ api, world, context }) => {
  const member = await world.member()
  const other = await world.member()
  const key = 'recordings/dd/kept'
  const bytes = Readable.from([Buffer.from('sound')])
  await context.files.put({ key, contentType: 'audio/mp4', body: bytes })
  const own = await world.story({ author: member, recording: { state: 'ready', key } })
  const theirs = await world.story({ author: other })
  await world.reply({ author: member, storyId: theirs, content: 'These words stay.' })
  const deleted = await world.reply({ author: member, storyId: theirs, content: 'These go.' })
  await api.as(member).call(storyEndpoints.removeReply, { params: { id: deleted } })
  await world.reaction({ member, storyId: theirs, kind: 'praying_hands' })

  const body = { password: member.password, stories: 'keep' } as const
  await api.as(member).call(removeAccount, { body })

  const story = await api.call(storyEndpoints.get, { params: { id: own } })
  expect(story).toMatchObject({ userId: null, anonymousUsername: 'A former member' })
  expect((await context.files.stat(key)).size).toBe(5)
  const replied = await api.call(storyEndpoints.get, { params: { id: theirs } })
  expect(replied).toMatchObject({ replyCount: 1, reactions: { total: 0 } })
  const replies = await api.call(storyEndpoints.listReplies, { params: { id: theirs } })
  expect(replies).toMatchObject([
    { content: 'These words stay.', userId: null, user: { anonymousUsername: 'A former member' } },
  ])
  const shown = [story, replied, replies].map((answer) => JSON.stringify(answer)).join()
  expect(shown).not.toContain(member.anonymousUsername)
  expect(shown).not.toContain(member.id)
})

test('a hidden reply is not subtracted from the count twice', async ({ api, world, context }) => {
  const member = await world.member()
  const author = await world.member()
  const storyId = await world.story({ author })
  await world.reply({ author, storyId })
  const hidden = await world.reply({ author: member, storyId })
  for (const reporter of [author, await world.member()]) {
    await api.as(reporter).call(storyEndpoints.reportReply, { params: { id: hidden }, body: {} })
  }
  expect((await api.call(storyEndpoints.get, { params: { id: storyId } })).replyCount).toBe(1)
  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(removeAccount, { body })
  expect((await api.call(storyEndpoints.get, { params: { id: storyId } })).replyCount).toBe(1)
  const { rows } = await sql<{ count: string }>`
    select count(*) from reply where story_id = ${storyId} and deleted_at is null`.execute(
    context.db,
  )
  expect(rows[0]?.count).toBe('1')
})

test('content that only the leaving member reported is shown again; content that others reported stays hidden', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  const [first, second, third] = [await world.member(), await world.member(), await world.member()]
  const both = await world.story({ author })
  const three = await world.story({ author })
  const replied = await world.story({ author })
  const reply = await world.reply({ author, storyId: replied })
  for (const reporter of [first, second]) {
    const caller = api.as(reporter)
    await caller.call(storyEndpoints.report, { params: { id: both }, body: {} })
    await caller.call(storyEndpoints.report, { params: { id: three }, body: {} })
    await caller.call(storyEndpoints.reportReply, { params: { id: reply }, body: {} })
  }
  await context.db.insertInto('report').values({ storyId: three, memberId: third.id }).execute()
  const admin = await world.admin()
  const body = { password: first.password, stories: 'keep' } as const
  await api.as(first).call(removeAccount, { body })
  expect((await api.refuse(storyEndpoints.get, { params: { id: both } })).status).toBe(404)
  await api.as(second).call(removeAccount, { body })
  await api.call(storyEndpoints.get, { params: { id: both } })
  expect((await api.refuse(storyEndpoints.get, { params: { id: three } })).status).toBe(404)
  expect((await api.call(storyEndpoints.get, { params: { id: replied } })).replyCount).toBe(1)
  const list = await api.as(admin).call(storyEndpoints.listReports)
  expect(list.items.map((report) => report.storyId)).toEqual([three])
})

test('codes, links, emails and jobs for the address are deleted', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const { email, password } = member
  await api.call(requestOtp, { body: { email } })
  await api.call(forgotPassword, { body: { email } })
  await waitForMail(context.db, { to: email, subject: /code/ })
  await waitForMail(context.db, { to: email, subject: /Choose a new password/ })
  await waitForJob(context.db, 'request-reset', { memberId: member.id })
  await vi.waitUntil(async () => (await openMails(context, email)) === 0)
  expect(await traces(context, email)).toBeGreaterThan(0)
  await api.as(member).call(removeAccount, { body: { password, stories: 'keep' } })
  expect(await traces(context, email)).toBe(0)
})

test('actions, journal and trivia answers are deleted with the account, and so is its key', async ({
  api,
  world,
  context,
}) => {
  const { db } = context
  const member = await world.member()
  const other = await world.member()
  for (const { id: memberId, ...who } of [member, other]) {
    await api.as(who).call(moodEndpoints.save, { body: { mood: 'sad', notes: 'Between us.' } })
    const day = '2026-06-01'
    const finishedLater = false
    await db
      .insertInto('actionTick')
      .values({ memberId, day, actionType: 'prayer', finishedLater })
      .execute()
    const { personalActionId } = await db
      .insertInto('personalAction')
      .values({ memberId, content: 'Call home' })
      .returning('personalActionId')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('personalActionTick')
      .values({ memberId, personalActionId, day, finishedLater })
      .execute()
  }
  const keyOf = async ({ id }: { id: string }): Promise<string | undefined> => {
    const key = db.selectFrom('memberKey').select('fileKey').where('memberId', '=', id)
    return (await key.executeTakeFirst())?.fileKey
  }
  const [key = '', othersKey = ''] = [await keyOf(member), await keyOf(other)]
  const rowsOf = async ({ id }: { id: string }): Promise<number[]> => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from mood_entry where member_id = ${id}
      union all select count(*)::int from member_key where member_id = ${id}
      union all select count(*)::int from action_tick where member_id = ${id}
      union all select count(*)::int from personal_action where member_id = ${id}
      union all select count(*)::int from personal_action_tick where member_id = ${id}`.execute(db)
    return rows.map(({ found }) => found)
  }
  expect(await rowsOf(member)).toEqual([1, 1, 1, 1, 1])
  await context.files.stat(key)

  const wrong = { password: 'not this one', stories: 'keep' } as const
  await api.as(member).refuse(removeAccount, { body: wrong })
  expect(await keyOf(member)).toBe(key)
  const body = { password: member.password, stories: 'keep' } as const
  await api.as(member).call(removeAccount, { body })
  expect(await rowsOf(member)).toEqual([0, 0, 0, 0, 0])
  await vi.waitUntil(() => context.files.stat(key).then(() => false, isNotFound))
  expect(await rowsOf(other)).toEqual([1, 1, 1, 1, 1])
  await context.files.stat(othersKey)
  const { items } = await api.as(other).call(moodEndpoints.list)
  expect(items).toMatchObject([{ notes: 'Between us.' }])
  // The next test counts the files that are left.
  await api.as(other).call(removeAccount, { body: { ...body, password: other.password } })
  await vi.waitUntil(() => context.files.stat(othersKey).then(() => false, isNotFound))
})

test('the test till deletes the buyer and keeps the purchase', async ({ api, world, context }) => {
  const [member, other, admin] = [await world.member(), await world.member(), await world.admin()]
  const productId = await world.product({ title: 'Left at the till', productType: 'subscription' })
  for (const buyer of [member, other]) {
    const { url } = await api.as(buyer).call(createCheckout, { body: { productId } })
    const session = url.split('/').at(-1) ?? ''
    await api.call(finishSession, { params: { session }, body: { action: 'pay' } })
  }
  const emails = async () => {
    const { items } = await api.as(admin).call(listRecords, { query: { pageSize: 100 } })
    return items.filter(({ title }) => title === 'Left at the till').map(({ email }) => email)
  }
  expect(await emails()).toEqual([other.email, member.email])
  expect(await tillTraces(context, member)).toBe(1)
  const body = { password: member.password, stories: 'keep' } as const
  await api.as(member).call(removeAccount, { body })
  expect(await tillTraces(context, member)).toBe(0)
  expect(await emails()).toEqual([other.email, null])
  // A job ends the subscription, for which the till must still have it.
  await vi.waitFor(async () => {
    const { items } = await api.as(admin).call(listRecords, { query: { pageSize: 100 } })
    expect(items.find(({ email }) => email === null)).toMatchObject({ state: 'ended' })
  })
})

test('the till keeps no address of a member who leaves while it is storing one', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product()
  const create = context.payments.createCustomer
  context.payments.createCustomer = async (input) => {
    const body = { password: member.password, stories: 'keep' } as const
    await api.as(member).call(removeAccount, { body })
    return create(input)
  }
  onTestFinished(() => {
    context.payments.createCustomer = create
  })
  const refusal = await api.as(member).refuse(createCheckout, { body: { productId } })
  expect(refusal.status).toBe(401)
  expect(await tillTraces(context, member)).toBe(0)
})

test('a recording that is being converted leaves no file behind', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const ids: number[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const story = await api.as(member).call(storyEndpoints.create, {
      fields: { title, category: 'faith' },
      files: { audio: { bytes: wave(2), filename: 'story.wav', contentType: 'audio/wav' } },
    })
    ids.push(story.id)
  }
  const before = await fileNames(context)
  expect(before.length).toBeGreaterThan(0)
  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(removeAccount, { body })
  for (const storyId of ids) await waitForJob(context.db, 'convert-recording', { storyId })
  await vi.waitUntil(async () => (await fileNames(context)).length === 0)
})

test('other nodes are notified when a member with many stories leaves', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  await context.db
    .insertInto('story')
    .values(
      Array.from({ length: 400 }, (_, index) => ({
        title: `Story ${index}`,
        category: 'faith' as const,
        content: 'Words.',
        memberId: member.id,
      })),
    )
    .execute()
  const { config, pool } = context
  const url = config.database.provider === 'url' ? config.database.url : ''
  const node = await connectChanges({ url, pool, onError: () => {} })
  const received: Change[] = []
  node.listen((change) => received.push(change))
  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(removeAccount, { body })
  await vi.waitUntil(() => received.filter((change) => change.kind === 'story').length === 400)
  expect(received).toContainEqual({ kind: 'member', memberId: member.id })
  await node.close()
})

test('a member who leaves during other calls of theirs leaves nothing half done', async ({
  api,
  world,
  context,
}) => {
  for (let round = 0; round < 8; round++) {
    const author = await world.member()
    const member = await world.member()
    const storyIds = [await world.story({ author }), await world.story({ author })]
    for (const storyId of storyIds) await world.reply({ author: member, storyId })
    const caller = api.as(member)
    const body = { password: member.password, stories: 'remove' } as const
    const calls = storyIds.flatMap((storyId) => [
      caller.request(storyEndpoints.reply, { body: { storyId, content: 'One more word.' } }),
      caller.request(storyEndpoints.react, { body: { storyId, reaction: 'heart' } }),
      caller.request(storyEndpoints.create, {
        fields: { title: 'One more', category: 'faith', content: 'Words.' },
      }),
      // From another browser, because a sign-in ends the browser's earlier session.
      api.request(login, { body: { username: member.username, password: member.password } }),
    ])
    const responses = await Promise.all([...calls, caller.request(removeAccount, { body })])
    const statuses = responses.map((response) => response.status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.at(-1)).toBe(204)
    for (const id of storyIds) {
      const story = await api.call(storyEndpoints.get, { params: { id } })
      expect(story).toMatchObject({ replyCount: 0, reactions: { total: 0 } })
    }
    const left = await context.db
      .selectFrom('reply')
      .select('content')
      .where('storyId', 'in', storyIds)
      .execute()
    expect(left.filter((row) => row.content !== '')).toEqual([])
  }
})

testLogNamesNobody()

/** A second of silence per second, as a WAV file. */
function wave(seconds: number): Buffer {
  const header = Buffer.alloc(44)
  const bytes = seconds * 16_000
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return Buffer.concat([header, Buffer.alloc(bytes)])
}

/** All stored files of recordings that tests uploaded through the API. */
async function fileNames(context: Context): Promise<string[]> {
  const folder = join(context.config.dataDir, 'files')
  // Without `.incoming`, whose folders can disappear while they are read.
  const folders = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const options = { recursive: true, withFileTypes: true } as const
  const lists = await Promise.all(folders.map((name) => readdir(join(folder, name), options)))
  const names = lists.flat().flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return names.filter((name) => /^[0-9a-f-]{36}$/.test(name))
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found'
}

/** Number of rows and jobs that still contain the address. */
async function traces(context: Context, email: string): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select (
      (select count(*) from one_time_code where email = ${email})
      + (select count(*) from email_message where to_address = ${email})
      + (select count(*) from outbox_mail where to_address = ${email})
      + (select count(*) from job.job where data::text like ${`%${email}%`})
    )::int as found`.execute(context.db)
  return rows[0]?.found ?? 0
}

/** Number of rows and queued events of the test till that contain the member. */
async function tillTraces(
  { db }: Context,
  { id, email }: { id: string; email: string },
): Promise<number> {
  const tables = ['till_customer', 'till_session', 'till_record', 'till_payment', 'till_price']
  let found = 0
  for (const table of tables) {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${sql.table(table)} kept
      where kept::text like ${`%${id}%`} or kept::text like ${`%${email}%`}`.execute(db)
    found += rows[0]?.found ?? 0
  }
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from job.job where name = 'send-till-event'
      and (data::text like ${`%${id}%`} or data::text like ${`%${email}%`})`.execute(db)
  return found + (rows[0]?.found ?? 0)
}

/** Number of emails to the address that are not sent yet. */
async function openMails(context: Context, email: string): Promise<number> {
  const rows = await context.db
    .selectFrom('emailMessage')
    .select('emailMessageId')
    .where('toAddress', '=', email)
    .where('sentAt', 'is', null)
    .execute()
  return rows.length
}

test('only stories that others can read are kept', async ({ api, world, context }) => {
  const member = await world.member()
  const read = await world.story({ author: member, status: 'approved' })
  await world.story({ author: member, status: 'pending' })
  await world.story({ author: member, status: 'rejected', rejectionReason: 'Too short.' })
  const body = { password: member.password, stories: 'keep' } as const
  await api.as(member).call(removeAccount, { body })
  const left = await context.db
    .selectFrom('story')
    .select('storyId')
    .where('memberId', 'is', null)
    .where('status', '<>', 'approved')
    .execute()
  expect(left).toEqual([])
  const story = await api.call(storyEndpoints.get, { params: { id: read } })
  expect(story.anonymousUsername).toBe('A former member')
})
