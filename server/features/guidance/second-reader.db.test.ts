import { expect } from 'vitest'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { containsText, dump } from '#server/testing/dump.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const RUNS = 8

/** Nobody but the administrators of the test reads guidance. */
test.beforeEach(async ({ context }) => {
  await context.db.updateTable('member').set({ rights: [] }).where('isAdmin', '=', true).execute()
})

async function askAs(requester: TestApi, isMinor = true): Promise<{ id: number }> {
  const body = { content: 'May I say no?', category: 'faith', isMinor } as const
  return { id: (await requester.call(calls.ask, { body })).id }
}

async function twoReaders(api: TestApi, world: World) {
  const [one, two] = [await world.admin(), await world.admin()]
  return { one, two, first: api.as(one), second: api.as(two) }
}

async function auditOf({ db }: Context, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('subjectId', '=', String(id))
    .where('subjectType', '=', 'guidance')
    .orderBy('auditEntryId')
    .execute()
  return rows.map(({ action }) => action)
}

test('an answer to a minor is sent by a second person, unchanged', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const requester = api.as(member)
  const { one, first, second } = await twoReaders(api, world)
  const params = await askAs(requester)
  expect(await second.call(calls.read, { params })).toMatchObject({
    isMinor: true,
    needsSecondReader: true,
    proposed: null,
  })
  const waiting = await first.call(calls.respond, { params, body: { responseContent: 'Yes.' } })
  const proposed = { responseContent: 'Yes.', anonymousUsername: one.anonymousUsername }
  expect(waiting).toMatchObject({
    responseContent: null,
    waitingSince: expect.any(String),
    claim: null,
    proposed: { ...proposed, mine: true, returnReason: null },
  })
  const read = await second.call(calls.read, { params })
  expect(read.proposed).toEqual({ ...proposed, mine: false, returnReason: null })
  // Its author doesn't see it yet.
  const [own] = (await requester.call(calls.listOwn)).items
  expect(own).toMatchObject({ isMinor: true, responseContent: null, respondedAt: null })
  expect(JSON.stringify(own)).not.toContain('Yes.')
  const notices = context.db.selectFrom('notification').where('kind', '=', 'guidance-answered')
  expect(await notices.selectAll().execute()).toEqual([])

  const body = { version: read.version }
  expect(await first.refuse(calls.sendProposed, { params, body })).toMatchObject({
    status: 403,
    message: 'A second person on the team sends your answer.',
  })
  expect(await second.call(calls.sendProposed, { params, body })).toMatchObject({
    responseContent: 'Yes.',
    waitingSince: null,
    proposed: null,
    // What two people have read stays.
    editableUntil: null,
  })
  expect((await requester.call(calls.listOwn)).items).toMatchObject([{ responseContent: 'Yes.' }])
  expect(await notices.select('memberId').execute()).toEqual([{ memberId: member.id }])
  const change = { params, body: { responseContent: 'No.', waitingSince: null } }
  expect(await first.refuse(calls.respond, change)).toMatchObject({ status: 409 })
  expect(await auditOf(context, params.id)).toEqual([
    'guidance-answer-proposed',
    'guidance-answered',
  ])

  // A follow-up is the same request.
  await requester.call(calls.followUp, { params, body: { content: 'And then?' } })
  const further = await second.call(calls.respond, { params, body: { responseContent: 'Rest.' } })
  expect(further).toMatchObject({ responseContent: 'Yes.', proposed: { responseContent: 'Rest.' } })
  const { version } = further
  expect(await first.call(calls.sendProposed, { params, body: { version } })).toMatchObject({
    responseContent: 'Yes.',
    followUp: { responseContent: 'Rest.' },
  })
})

test('an answer can be given back, and is then changed by the one who wrote it', async ({
  api,
  world,
  context,
}) => {
  const requester = api.as(await world.member())
  const { first, second } = await twoReaders(api, world)
  const params = await askAs(requester)
  const { version } = await first.call(calls.respond, {
    params,
    body: { responseContent: 'Yes.' },
  })
  const empty = { params, body: { version, reason: ' ' } }
  expect(await second.refuse(calls.returnProposed, empty)).toMatchObject({
    status: 400,
    fields: { reason: 'Enter what should change' },
  })
  const back = { params, body: { version, reason: 'Say why.' } }
  expect(await first.refuse(calls.returnProposed, back)).toMatchObject({ status: 403 })
  // Nobody else answers beside it.
  const other = { params, body: { responseContent: 'Mine.' } }
  expect(await second.refuse(calls.respond, other)).toMatchObject({ status: 409 })
  const returned = await second.call(calls.returnProposed, back)
  expect(returned.proposed).toMatchObject({ responseContent: 'Yes.', returnReason: 'Say why.' })
  expect(await second.refuse(calls.sendProposed, { params, body: { version } })).toMatchObject({
    status: 409,
    message: 'This request has changed. Please read it again.',
  })
  const better = { params, body: { responseContent: 'Yes, because you matter.', version } }
  const changed = await first.call(calls.respond, better)
  expect(changed.proposed).toMatchObject({
    responseContent: 'Yes, because you matter.',
    mine: true,
    returnReason: null,
  })
  // Sent again, because the answer to the call was lost.
  const { version: same, proposed } = await first.call(calls.respond, better)
  expect({ same, proposed }).toEqual({ same: changed.version, proposed: changed.proposed })
  const outdated = { params, body: { responseContent: 'No.', version } }
  expect(await first.refuse(calls.respond, outdated)).toMatchObject({ status: 409 })
  // What was read before isn't sent anymore.
  expect(await second.refuse(calls.sendProposed, { params, body: { version } })).toMatchObject({
    status: 409,
  })
  const body = { version: changed.version }
  await second.call(calls.sendProposed, { params, body })
  const [own] = (await requester.call(calls.listOwn)).items
  expect(own?.responseContent).toBe('Yes, because you matter.')
  expect(JSON.stringify(own)).not.toContain('Say why.')
  expect(await auditOf(context, params.id)).toEqual([
    'guidance-answer-proposed',
    'guidance-answer-returned',
    'guidance-answer-proposed',
    'guidance-answered',
  ])
})

test('without a second person, and to adults, an answer is sent at once', async ({
  api,
  world,
  context,
}) => {
  const requester = api.as(await world.member())
  const hasTwo = async () => (await requester.call(calls.answerTime)).hasTwoReaders
  const one = await world.admin()
  const first = api.as(one)
  // This one can't read guidance, and the other one can't sign in.
  await world.admin({ rights: ['stories'] })
  const away = await world.admin()
  const suspend = (suspendedAt: Date | null) =>
    context.db
      .updateTable('member')
      .set({ suspendedAt })
      .where('memberId', '=', away.id)
      .execute()
      .then(() => context.changes.announce({ kind: 'topic', topic: 'guidance' }))
  await suspend(new Date())
  expect(await hasTwo()).toBe(false)
  const alone = await askAs(requester)
  const respond = (params: { id: number }) =>
    first.call(calls.respond, { params, body: { responseContent: 'Yes.' } })
  expect(await first.call(calls.read, { params: alone })).toMatchObject({
    isMinor: true,
    needsSecondReader: false,
  })
  expect(await respond(alone)).toMatchObject({ responseContent: 'Yes.', proposed: null })

  await suspend(null)
  expect(await hasTwo()).toBe(true)
  expect(await respond(await askAs(requester, false))).toMatchObject({
    isMinor: false,
    needsSecondReader: false,
    responseContent: 'Yes.',
  })
  const waiting = await askAs(requester)
  expect(await respond(waiting)).toMatchObject({ responseContent: null })
  // The second person leaves: the same answer is sent now.
  await suspend(new Date())
  expect(await respond(waiting)).toMatchObject({ responseContent: 'Yes.', proposed: null })
})

test('an answer outlives the account of its writer, and a claim stops the second person', async ({
  api,
  world,
  context,
}) => {
  const { one, first, second } = await twoReaders(api, world)
  const third = api.as(await world.admin())
  const params = await askAs(api.as(await world.member()))
  const { version } = await first.call(calls.respond, { params, body: { responseContent: 'Yes.' } })
  await third.call(review.claim, { params: { subject: 'guidance', ...params } })
  const send = { params, body: { version } }
  expect(await second.refuse(calls.sendProposed, send)).toMatchObject({ status: 409 })
  await third.call(review.release, { params: { subject: 'guidance', ...params } })
  await context.db.deleteFrom('member').where('memberId', '=', one.id).execute()
  expect((await second.call(calls.read, { params })).proposed).toMatchObject({
    anonymousUsername: null,
    mine: false,
  })
  expect(await second.call(calls.sendProposed, send)).toMatchObject({ responseContent: 'Yes.' })
})

test('of two people who decide at once, one succeeds', async ({ api, world, context }) => {
  const member = await world.member()
  const requester = api.as(member)
  const { first, second } = await twoReaders(api, world)
  const third = api.as(await world.admin())
  for (let run = 0; run < RUNS; run++) {
    const params = await askAs(requester)
    const texts = ['From the first.', 'From the second.']
    const proposals = await Promise.all(
      [first, second].map((admin, at) =>
        admin.request(calls.respond, { params, body: { responseContent: texts[at] ?? '' } }),
      ),
    )
    expect(proposals.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [writer, reader] = proposals[0]?.status === 200 ? [first, second] : [second, first]
    const { version } = await third.call(calls.read, { params })
    const body = { version, reason: 'Shorter.' }
    const answers = await Promise.all([
      reader.request(calls.sendProposed, { params, body }),
      third.request(calls.returnProposed, { params, body }),
      writer.request(calls.respond, { params, body: { responseContent: 'Changed.', version } }),
    ])
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    // Whatever came first, only what was read is sent.
    const [own] = (await requester.call(calls.listOwn, { query: { pageSize: 100 } })).items.filter(
      ({ id }) => id === params.id,
    )
    const wasSent = answers[0]?.status === 200
    const written = texts[writer === first ? 0 : 1]
    expect(own?.responseContent).toBe(wasSent ? written : null)
    if (wasSent) expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
  }
  const answered = await context.db
    .selectFrom('notification')
    .select('happenings')
    .where('memberId', '=', member.id)
    .execute()
  expect(answered.every(({ happenings }) => happenings === 1)).toBe(true)
})

test('a dump contains no word of a proposed answer, and nothing stays of it', async ({
  api,
  world,
  context,
}) => {
  const requester = api.as(await world.member())
  const { first, second } = await twoReaders(api, world)
  const params = await askAs(requester)
  const body = { responseContent: 'Kastanienblatt' }
  const { version } = await first.call(calls.respond, { params, body })
  const reason = 'Libellenfluegel'
  await second.call(calls.returnProposed, { params, body: { version, reason } })
  const text = await dump(context.db)
  expect(['Kastanienblatt', reason].map((word) => containsText(text, word))).toEqual([false, false])
  // Whether somebody is under 18 is part of the request alone.
  await requester.call(calls.remove, { params })
  const left = context.db.selectFrom('guidanceQuestion').selectAll()
  expect(await left.where('guidanceRequestId', '=', params.id).execute()).toEqual([])
})
