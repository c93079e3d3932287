import { expect } from 'vitest'
import { accountEndpoints as accounts } from '#contract/accounts.ts'
import { DAY_MS } from '#contract/durations.ts'
import { joiningEndpoints as joining } from '#contract/joining.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { prayerEndpoints as prayers } from '#contract/prayer.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { secondLookEndpoints as looks, type SecondLookSubject } from '#contract/second-looks.ts'
import { storyEndpoints as stories } from '#contract/stories.ts'
import { teamMessageEndpoints as messages } from '#contract/team-messages.ts'
import { todayEndpoints } from '#contract/today.ts'
import type { Context } from '#server/context.ts'
import { forgetRemoved } from '#server/features/team-messages/removals.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'

/** Each test starts without administrators and second looks. */
const test = base.extend<{ $test: { none: null } }>({
  none: [
    async ({ context: { db } }, use) => {
      await db.updateTable('member').set({ rights: [] }).execute()
      await db.deleteFrom('secondLook').execute()
      await db.deleteFrom('reviewItem').where('subject', '=', 'second-look').execute()
      await use(null)
    },
    { auto: true },
  ],
})

interface Site {
  api: TestApi
  world: World
  context: Context
}

interface Refused {
  author: TestMember
  own: TestApi
  decider: TestMember
  first: TestApi
  second: TestApi
  subject: SecondLookSubject
  id: number
}

const WORDS = 'I named nobody. “Maple Street” is in a song.'
const EDITED = { title: 'A street', category: 'purpose', content: 'We met on a street.' }
const REASON = 'You are right, it is a song.'

/** A member whose text was returned or who was warned, and two administrators. */
async function refuse(
  { api, world, author: given }: Site & { author?: TestMember },
  subject: SecondLookSubject,
): Promise<Refused> {
  const [author, decider] = [given ?? (await world.member()), await world.admin()]
  const second = api.as(await world.admin({ rights: ['stories'] }))
  const [own, first] = [api.as(author), api.as(decider)]
  const refused = { author, own, decider, first, second, subject }
  const reason = 'It names a street.'
  if (subject === 'prayer') {
    const { id } = await own.call(prayers.create, { body: { content: 'For Maple Street' } })
    const { items } = await first.call(prayers.listWaiting, { query: { pageSize: 100 } })
    const submittedAt = items.find((one) => one.id === id)?.submittedAt ?? ''
    await first.call(prayers.reject, { params: { id }, body: { submittedAt, reason } })
    return { ...refused, id }
  }
  const status = subject === 'story' ? 'pending' : 'approved'
  const params = { id: await world.story({ author, status, title: 'Maple Street' }) }
  if (subject === 'story') {
    await first.call(stories.reject, { params, body: { reason } })
    return { ...refused, id: params.id }
  }
  await first.call(stories.warnStoryAuthor, { params, body: { words: reason } })
  const [warning] = await own.call(messages.list)
  return { ...refused, id: warning?.id ?? 0 }
}

const ask = ({ own, subject, id }: Refused) =>
  own.call(looks.ask, { body: { subject, id, words: WORDS } })

async function waitingId(admin: TestApi): Promise<number> {
  return (await admin.call(looks.list)).items[0]?.id ?? 0
}

test('somebody else changes the decision: the story, prayer request or warning is as if it had not been refused', async ({
  api,
  world,
  context,
}) => {
  for (const subject of ['story', 'prayer', 'warning'] as const) {
    const refused = await refuse({ api, world, context }, subject)
    const { own, author, decider, first, second, id } = refused
    expect(await own.call(looks.listOwn)).toEqual([{ subject, id, state: 'possible' }])
    await ask(refused)
    expect(await own.call(looks.listOwn)).toEqual([{ subject, id, state: 'asked' }])
    const { items, total } = await second.call(looks.list)
    expect(total).toBe(1)
    expect(items).toMatchObject([
      {
        subject,
        words: WORDS,
        reason: 'It names a street.',
        decidedBy: decider.anonymousUsername,
        anonymousUsername: author.anonymousUsername,
        block: null,
        isAlone: false,
      },
    ])
    expect(JSON.stringify(items)).not.toContain(author.id)
    expect((await second.call(todayEndpoints.read)).waiting.secondLooks?.count).toBe(1)

    const params = { id: items[0]?.id ?? 0 }
    const body = { changed: true, reason: REASON }
    const sentence = 'You made the first decision, so somebody else has to answer.'
    const refusal = { status: 409, message: sentence }
    expect(await first.refuse(looks.answer, { params, body })).toMatchObject(refusal)
    const claim = { params: { subject: 'second-look' as const, ...params } }
    expect(await first.refuse(review.claim, claim)).toMatchObject(refusal)
    expect((await first.call(looks.list)).items[0]?.block).toBe('decided')

    await second.call(looks.answer, { params, body })
    const [message] = await own.call(messages.list)
    expect(message).toMatchObject({ kind: 'second-look-changed', words: REASON })
    const { items: notices } = await own.call(notificationEndpoints.list)
    expect(notices[0]).toMatchObject({ kind: 'second-look', isRead: false })
    expect(await own.call(looks.listOwn)).toEqual([])
    if (subject === 'story') {
      const story = await own.call(stories.get, { params: { id } })
      expect(story).toMatchObject({ status: 'approved', rejectionReason: null })
      const history = await second.call(review.storyHistory, { params: { id } })
      expect(history.map(({ kind }) => kind)).toEqual(['submitted', 'returned', 'approved'])
    } else if (subject === 'prayer') {
      const { items: requests } = await own.call(prayers.listOwn)
      expect(requests[0]).toMatchObject({ status: 'approved', rejectionReason: null })
    } else {
      expect((await own.call(messages.list)).map(({ kind }) => kind)).toEqual([
        'second-look-changed',
      ])
    }
    const rows = await context.db.selectFrom('secondLook').select('words').execute()
    expect(rows.filter(({ words }) => words !== null)).toEqual([])
    const decided = await first.call(review.decided, { params: { subject: 'second-look' } })
    expect(decided.items[0]).toMatchObject({
      action: 'second-look-changed',
      detail: { reason: REASON },
    })
    expect(JSON.stringify(decided)).not.toContain(WORDS)
  }
})

test('an answer is final, and a new decision can be asked about again', async ({
  api,
  world,
  context,
}) => {
  const refused = await refuse({ api, world, context }, 'story')
  const { own, first, second, id } = refused
  await ask(refused)
  const again = { body: { subject: 'story' as const, id, words: WORDS } }
  const asked = { status: 409, message: 'You already asked for a second look at this decision.' }
  expect(await own.refuse(looks.ask, again)).toMatchObject(asked)
  const params = { id: await waitingId(second) }
  await second.call(looks.answer, {
    params,
    body: { changed: false, reason: 'A street is a place.' },
  })
  expect(await own.call(stories.get, { params: { id } })).toMatchObject({ status: 'rejected' })
  expect((await own.call(messages.list))[0]).toMatchObject({
    kind: 'second-look-kept',
    storyId: id,
    words: 'A street is a place.',
  })
  expect(await own.call(looks.listOwn)).toEqual([{ subject: 'story', id, state: 'answered' }])
  expect(await own.refuse(looks.ask, again)).toMatchObject(asked)
  const late = { params, body: { changed: true, reason: REASON } }
  expect(await first.refuse(looks.answer, late)).toMatchObject({
    status: 409,
    message: expect.stringContaining('already answered this second look.'),
  })

  await own.call(stories.update, { params: { id }, fields: EDITED })
  await first.call(stories.reject, { params: { id }, body: { reason: 'Still a street.' } })
  expect(await own.call(looks.listOwn)).toEqual([{ subject: 'story', id, state: 'possible' }])
})

test('a decision older than 30 days, and somebody else’s, can’t be asked about', async ({
  api,
  world,
  context,
}) => {
  const refused = await refuse({ api, world, context }, 'prayer')
  const { own, subject, id } = refused
  const input = { body: { subject, id, words: WORDS } }
  const stranger = api.as(await world.member())
  expect(await stranger.refuse(looks.ask, input)).toMatchObject({ status: 404 })
  expect(await stranger.call(looks.listOwn)).toEqual([])
  const decidedAt = new Date(context.now().getTime() - 30 * DAY_MS - 1)
  const { db } = context
  await db.updateTable('prayerRequest').set({ submittedAt: decidedAt }).execute()
  await db.updateTable('reviewItem').set({ decidedAt }).where('subject', '=', 'prayer').execute()
  expect(await own.call(looks.listOwn)).toEqual([])
  expect(await own.refuse(looks.ask, input)).toMatchObject({
    status: 409,
    message: 'You can ask for a second look within 30 days.',
  })
  const approved = await world.story({ author: await world.member() })
  const other = { body: { subject: 'story' as const, id: approved, words: WORDS } }
  expect(await own.refuse(looks.ask, other)).toMatchObject({ status: 404 })
})

test('whoever decided answers only while nobody else has the right', async ({
  api,
  world,
  context,
}) => {
  const refused = await refuse({ api, world, context }, 'warning')
  const { decider, first, second } = refused
  await ask(refused)
  const others = context.db.updateTable('member').where('memberId', '<>', decider.id)
  await others.set({ suspendedAt: context.now() }).where('isAdmin', '=', true).execute()
  const [item] = (await first.call(looks.list)).items
  expect(item).toMatchObject({ block: null, isAlone: true })
  const params = { id: item?.id ?? 0 }
  await first.call(looks.answer, { params, body: { changed: false, reason: 'It names a street.' } })
  expect((await second.request(looks.list)).status).toBe(401)
})

test('an administrator doesn’t answer their own, and nobody learns from it who asked', async ({
  api,
  world,
  context,
}) => {
  const author = await world.admin()
  const refused = await refuse({ api, world, context, author }, 'story')
  const { own, first, second } = refused
  await ask(refused)
  const params = { id: await waitingId(second) }
  const body = { changed: true, reason: REASON }
  expect((await own.call(looks.list)).items[0]?.block).toBe('own')
  expect(await own.refuse(looks.answer, { params, body })).toMatchObject({
    status: 409,
    message: 'You asked for this second look, so somebody else has to answer.',
  })
  // Of two, the one who decided is refused whether or not the other one asked.
  await context.db
    .updateTable('member')
    .set({ rights: [] })
    .where('memberId', 'not in', [author.id, refused.decider.id])
    .execute()
  expect((await first.call(looks.list)).items[0]?.block).toBe('decided')
  expect((await own.call(looks.list)).items[0]?.block).toBe(null)
})

test('of two answers, and of two questions, at once one counts', async ({
  api,
  world,
  context,
}) => {
  const refused = await refuse({ api, world, context }, 'story')
  const { own, second, subject, id } = refused
  const third = api.as(await world.admin())
  const question = { body: { subject, id, words: WORDS } }
  const asked = await Promise.all([
    own.request(looks.ask, question),
    own.request(looks.ask, question),
  ])
  expect(asked.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const params = { id: await waitingId(second) }
  const answers = await Promise.all([
    second.request(looks.answer, { params, body: { changed: true, reason: REASON } }),
    third.request(looks.answer, { params, body: { changed: false, reason: 'It stays.' } }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const told = (await own.call(messages.list)).filter(({ kind }) => kind.startsWith('second-look'))
  expect(told).toHaveLength(1)
})

test('what its author changes or deletes meanwhile, or an account that is removed, no longer waits', async ({
  api,
  world,
  context,
}) => {
  for (const way of ['change', 'delete', 'leave'] as const) {
    const refused = await refuse({ api, world, context }, way === 'leave' ? 'warning' : 'story')
    const { own, author, second, id } = refused
    await ask(refused)
    const params = { id: await waitingId(second) }
    if (way === 'change') {
      await own.call(stories.update, { params: { id }, fields: EDITED })
    } else if (way === 'delete') await own.call(stories.removeOwn, { params: { id } })
    else
      await own.call(accounts.removeAccount, {
        body: { password: author.password, stories: 'remove' },
      })
    expect(await second.call(looks.list)).toMatchObject({ items: [], total: 0 })
    const body = { changed: true, reason: REASON }
    expect(await second.refuse(looks.answer, { params, body })).toMatchObject({ status: 409 })
    const { db } = context
    expect(await db.selectFrom('secondLook').selectAll().execute()).toEqual([])
    const items = db.selectFrom('reviewItem').selectAll().where('subject', '=', 'second-look')
    expect(await items.execute()).toEqual([])
  }
})

interface Removed extends Omit<Refused, 'decider' | 'id' | 'subject'> {
  message: number
}

/** A member whose text was removed, and who asked for a second look. */
async function remove(
  { api, world }: Site,
  what: 'story' | { replyTo: number; isHeld?: boolean },
): Promise<Removed & { replyId: number }> {
  const author = await world.member()
  const [first, second] = [api.as(await world.admin()), api.as(await world.admin())]
  const own = api.as(author)
  let replyId = 0
  if (what === 'story') {
    const params = { id: await world.story({ author, title: 'Maple Street', content: 'There.' }) }
    await first.call(stories.remove, { params, body: { reason: 'It names a street.' } })
  } else if (what.isHeld) {
    await first.call(joining.saveSettings, { body: { holdsFirstReply: true } })
    const body = { storyId: what.replyTo, content: 'At number 7.' }
    replyId = (await own.call(stories.reply, { body })).id
    await first.call(joining.saveSettings, { body: { holdsFirstReply: false } })
    await first.call(review.reviewHeld, { params: { id: replyId }, body: { approved: false } })
  } else {
    replyId = await world.reply({ author, storyId: what.replyTo, content: 'At number 7.' })
    await first.call(stories.removeReply, { params: { id: replyId } })
  }
  const message = (await own.call(messages.list))[0]?.id ?? 0
  await own.call(looks.ask, { body: { subject: 'removal', id: message, words: WORDS } })
  return { author, own, first, second, message, replyId }
}

test('a removed reply is put back, and one that was never published is published', async ({
  api,
  world,
  context,
}) => {
  const host = await world.member()
  const storyId = await world.story({ author: host, title: 'A long winter' })
  for (const isHeld of [false, true]) {
    const removed = await remove({ api, world, context }, { replyTo: storyId, isHeld })
    const { own, first, second, replyId } = removed
    const [item] = (await second.call(looks.list)).items
    expect(item).toMatchObject({
      subject: 'removal',
      about: 'reply',
      title: 'A long winter',
      text: 'At number 7.',
      reason: '',
      storyId,
    })
    const params = { id: item?.id ?? 0 }
    const body = { changed: true, reason: REASON }
    expect((await first.refuse(looks.answer, { params, body })).status).toBe(409)
    await second.call(looks.answer, { params, body })
    const thread = await api.call(stories.listReplies, { params: { id: storyId } })
    expect(thread.find(({ id }) => id === replyId)).toMatchObject({ content: 'At number 7.' })
    const { replyCount } = await api.call(stories.get, { params: { id: storyId } })
    expect(replyCount).toBe(thread.length)
    expect(await own.call(messages.list)).toMatchObject([
      { kind: 'second-look-changed', about: 'reply', storyId, removed: null },
    ])
    const notices = (await api.as(host).call(notificationEndpoints.list)).items
    expect(notices).toHaveLength(isHeld ? 1 : 0)
  }
})

test('what can’t be put back is in the answer for another 30 days', async ({
  api,
  world,
  context,
}) => {
  const { own, second, message } = await remove({ api, world, context }, 'story')
  const { db } = context
  const createdAt = new Date(context.now().getTime() - 31 * DAY_MS)
  await db.updateTable('teamMessage').set({ createdAt }).execute()
  await db.updateTable('secondLook').set({ decidedAt: createdAt }).execute()
  // Kept while a second look is open.
  await forgetRemoved(context)
  const { items } = await second.call(looks.list)
  expect(items).toMatchObject([{ about: 'story', title: 'Maple Street', text: 'There.' }])
  expect(items[0]?.storyId).toBe(null)
  const params = { id: items[0]?.id ?? 0 }
  await second.call(looks.answer, { params, body: { changed: true, reason: REASON } })
  await forgetRemoved(context)
  const [answer, ...more] = await own.call(messages.list)
  expect(more).toEqual([])
  expect(answer).toMatchObject({
    kind: 'second-look-changed',
    title: 'Maple Street',
    words: REASON,
    removed: { text: 'There.' },
  })
  expect(answer?.id).not.toBe(message)
  await db.updateTable('teamMessage').set({ createdAt }).execute()
  await forgetRemoved(context)
  expect(await own.call(messages.list)).toMatchObject([{ title: null, removed: null }])
})

test('a removal that stays keeps its message, and a reply whose story is gone can’t be put back', async ({
  api,
  world,
  context,
}) => {
  const storyId = await world.story({ author: await world.member() })
  const kept = await remove({ api, world, context }, { replyTo: storyId })
  const body = { changed: false, reason: 'It names a street.' }
  await kept.second.call(looks.answer, { params: { id: await waitingId(kept.second) }, body })
  expect((await kept.own.call(messages.list)).map(({ kind }) => kind)).toEqual([
    'second-look-kept',
    'removal',
  ])
  const gone = await remove({ api, world, context }, { replyTo: storyId })
  await gone.first.call(stories.remove, { params: { id: storyId } })
  const changed = { changed: true, reason: REASON }
  const params = { id: await waitingId(gone.second) }
  await gone.second.call(looks.answer, { params, body: changed })
  expect(await gone.own.call(messages.list)).toMatchObject([
    { kind: 'second-look-changed', storyId: null, removed: { text: 'At number 7.' } },
  ])
})
