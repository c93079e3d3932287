import { expect } from 'vitest'
import { guidanceEndpoints as guidance } from '#contract/guidance.ts'
import { joiningEndpoints as joining } from '#contract/joining.ts'
import { prayerEndpoints as prayers } from '#contract/prayer.ts'
import { type Claimable, reviewEndpoints as review } from '#contract/review.ts'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { transcriptEndpoints as transcripts } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** How often each race is run; a failure shows within a few runs. */
const RUNS = 8

test('a claim prevents other administrators from deciding about a story until it ends', async ({
  api,
  world,
  clock,
}) => {
  const author = await world.member()
  const [mine, other] = [await world.admin(), await world.admin()]
  const [first, second] = [api.as(mine), api.as(other)]
  const params = { id: await world.story({ author, status: 'pending' }) }
  const claim = await first.call(review.claim, { params: { subject: 'story', ...params } })
  expect(claim).toMatchObject({ mine: true, anonymousUsername: mine.anonymousUsername })
  const listed = (await second.call(calls.listPending)).items.find(({ id }) => id === params.id)
  expect(listed?.claim).toEqual({ ...claim, mine: false })

  const taken = { status: 409, message: `${mine.anonymousUsername} claimed this story.` }
  expect(
    await second.refuse(review.claim, { params: { subject: 'story', ...params } }),
  ).toMatchObject(taken)
  const approval = { params, body: { approved: true } }
  expect(await second.refuse(calls.moderate, approval)).toMatchObject(taken)
  const rejection = { params, body: { reason: 'Too long.' } }
  expect(await second.refuse(calls.reject, rejection)).toMatchObject(taken)
  // Releasing affects only the administrator's own claim.
  await second.call(review.release, { params: { subject: 'story', ...params } })
  expect(await second.refuse(calls.moderate, approval)).toMatchObject(taken)

  clock.advance({ minutes: 30 })
  await second.call(review.claim, { params: { subject: 'story', ...params } })
  await second.call(calls.moderate, approval)
  await first.call(calls.moderate, { params, body: { approved: false } })
  const again = (await first.call(calls.listPending)).items.find(({ id }) => id === params.id)
  expect(again?.claim).toBeNull()
})

test('a claim on a report applies to the reported subject', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const [mine, other] = [await world.admin(), await world.admin()]
  const [first, second] = [api.as(mine), api.as(other)]
  const storyId = await world.story({ author })
  const replyId = await world.reply({ author, storyId })
  await api.as(member).call(calls.report, { params: { id: storyId }, body: {} })
  await api.as(member).call(calls.reportReply, { params: { id: replyId }, body: {} })
  const reports = (await first.call(calls.listReports)).items
  const ofStory = reports.find((report) => report.storyId === storyId && report.replyId === null)
  const ofReply = reports.find((report) => report.replyId === replyId)
  if (!ofStory || !ofReply) throw new Error('unreachable')
  await first.call(review.claim, { params: { subject: 'report', id: ofReply.id } })
  const decision = (id: number) => ({ params: { id }, body: { decision: 'keep' as const } })
  expect(await second.refuse(calls.resolveReport, decision(ofReply.id))).toMatchObject({
    status: 409,
    message: `${mine.anonymousUsername} claimed this reply.`,
  })
  await second.call(calls.resolveReport, decision(ofStory.id))
  await first.call(calls.resolveReport, decision(ofReply.id))
  expect(
    await first.refuse(review.claim, { params: { subject: 'report', id: ofReply.id } }),
  ).toMatchObject({
    status: 409,
    message: 'This report was already closed.',
  })
})

test('of two concurrent claims one succeeds, and it ends when its administrator’s account is deleted', async ({
  api,
  world,
  context,
}) => {
  const author = await world.member()
  for (let run = 0; run < RUNS; run++) {
    const admins = [await world.admin(), await world.admin()] as const
    const params = { id: await world.story({ author, status: 'pending' }) }
    const answers = await Promise.all(
      admins.map((admin) =>
        api.as(admin).request(review.claim, { params: { subject: 'story', ...params } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = admins[answers[0]?.status === 200 ? 0 : 1]
    await context.db.deleteFrom('member').where('memberId', '=', winner.id).execute()
    const loser = admins[answers[0]?.status === 200 ? 1 : 0]
    await api.as(loser).call(review.claim, { params: { subject: 'story', ...params } })
  }
})

test('claims, releases and decisions at once end in one decision', async ({ api, world }) => {
  const author = await world.member()
  const own = api.as(author)
  const admins = [api.as(await world.admin()), api.as(await world.admin())]
  for (let run = 0; run < RUNS; run++) {
    const story = { id: await world.story({ author, status: 'pending' }) }
    const recording = { state: 'ready', key: `recordings/${run}` } as const
    const voice = { id: await world.story({ author, recording }) }
    await own.call(transcripts.choose, { params: voice, body: { choice: 'helper' } })
    const asker = api.as(await world.member())
    const prayer = await asker.call(prayers.create, { body: { content: 'For rain' } })
    const waiting = await admins[0]?.call(prayers.listWaiting, { query: { pageSize: 100 } })
    const submittedAt = waiting?.items.find(({ id }) => id === prayer.id)?.submittedAt ?? ''
    const params = { id: prayer.id }
    const answers = await Promise.all(
      admins.flatMap((admin) => [
        admin.request(review.claim, { params: { subject: 'story', ...story } }),
        admin.request(review.claim, { params: { subject: 'transcript', ...voice } }),
        admin.request(review.claim, { params: { subject: 'prayer', ...params } }),
        admin.request(review.release, { params: { subject: 'story', ...story } }),
        admin.request(review.release, { params: { subject: 'transcript', ...voice } }),
        admin.request(review.release, { params: { subject: 'prayer', ...params } }),
        admin.request(calls.reject, { params: story, body: { reason: 'Too long.' } }),
        admin.request(transcripts.write, { params: voice, body: { text: 'Words.' } }),
        admin.request(prayers.approve, { params, body: { submittedAt } }),
      ]),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 204, 409].includes(status))).toEqual([])
    for (const decision of [6, 7, 8]) {
      const ofBoth = [statuses[decision], statuses[decision + 9]].filter((status) => status !== 409)
      expect(ofBoth.length).toBeLessThanOrEqual(1)
    }
  }
})

interface Entry {
  /** As claims name it. */
  claim: { subject: Claimable; id: number }
  /** Two ways to decide about it. */
  ways: [Way, Way]
  /** The sentence that the second administrator reads. */
  sentence: RegExp
}
type Way = (admin: TestApi) => Promise<{ status: number; text: string }>

/** Makes a waiting entry of each kind. */
function entries({
  api,
  world,
  context: { db },
}: {
  api: TestApi
  world: World
  context: Context
}): Record<string, () => Promise<Entry>> {
  const helper = async () => api.as(await world.admin())
  const prayer = async (): Promise<{ id: number; submittedAt: string }> => {
    const asker = api.as(await world.member())
    const { id } = await asker.call(prayers.create, { body: { content: 'For rain' } })
    const waiting = await (await helper()).call(prayers.listWaiting, { query: { pageSize: 100 } })
    return { id, submittedAt: waiting.items.find((each) => each.id === id)?.submittedAt ?? '' }
  }
  const voice = async (): Promise<{ params: { id: number }; own: TestApi }> => {
    const author = await world.member()
    const recording = { state: 'ready', key: `recordings/${author.id}` } as const
    return { params: { id: await world.story({ author, recording }) }, own: api.as(author) }
  }
  const reported = async (isReply: boolean): Promise<{ id: number }> => {
    const author = await world.member()
    const storyId = await world.story({ author })
    const replyId = isReply ? await world.reply({ author, storyId }) : null
    const reporter = api.as(await world.member())
    if (replyId === null) await reporter.call(calls.report, { params: { id: storyId }, body: {} })
    else await reporter.call(calls.reportReply, { params: { id: replyId }, body: {} })
    const { items } = await (await helper()).call(calls.listReports, { query: { pageSize: 100 } })
    const found = items.find((each) => each.storyId === storyId && each.replyId === replyId)
    return { id: found?.id ?? 0 }
  }
  const resolve = (params: { id: number }, decision: 'keep' | 'remove') => (admin: TestApi) =>
    admin.request(calls.resolveReport, { params, body: { decision } })
  return {
    story: async () => {
      const params = { id: await world.story({ author: await world.member(), status: 'pending' }) }
      return {
        claim: { subject: 'story', ...params },
        ways: [
          (admin) => admin.request(calls.moderate, { params, body: { approved: true } }),
          (admin) => admin.request(calls.reject, { params, body: { reason: 'Too long.' } }),
        ],
        sentence: / already (approved this story|returned this story to its author)\.$/,
      }
    },
    'reported story': async () => {
      const params = await reported(false)
      return {
        claim: { subject: 'report', ...params },
        ways: [resolve(params, 'keep'), resolve(params, 'keep')],
        sentence: / already closed the report and kept this story\.$/,
      }
    },
    'reported reply': async () => {
      const params = await reported(true)
      return {
        claim: { subject: 'report', ...params },
        ways: [resolve(params, 'keep'), resolve(params, 'remove')],
        sentence: / already (closed the report and kept|removed) this reply\.$/,
      }
    },
    reply: async () => {
      const [author, newcomer] = [await world.member(), await world.member()]
      const storyId = await world.story({ author })
      const params = { id: await world.reply({ author: newcomer, storyId }) }
      const held = { heldAt: new Date(), hiddenAt: new Date() }
      await db.updateTable('reply').set(held).where('replyId', '=', params.id).execute()
      const decide = (approved: boolean) => (admin: TestApi) =>
        admin.request(review.reviewHeld, { params, body: { approved } })
      return {
        claim: { subject: 'reply', ...params },
        ways: [decide(true), decide(false)],
        sentence: / already (approved|declined) this reply\.$/,
      }
    },
    prayer: async () => {
      const { id, submittedAt } = await prayer()
      const params = { id }
      const returned = { params, body: { submittedAt, reason: 'Names.' } }
      return {
        claim: { subject: 'prayer', id },
        ways: [
          (admin) => admin.request(prayers.approve, { params, body: { submittedAt } }),
          (admin) => admin.request(prayers.reject, returned),
        ],
        sentence:
          / already (reviewed this prayer request and kept it|returned this prayer request to its author)\.$/,
      }
    },
    'transcript to write': async () => {
      const { params, own } = await voice()
      await own.call(transcripts.choose, { params, body: { choice: 'helper' } })
      const write = (text: string) => (admin: TestApi) =>
        admin.request(transcripts.write, { params, body: { text } })
      return {
        claim: { subject: 'transcript', ...params },
        ways: [write('One.'), write('Two.')],
        sentence: / already wrote this transcript\.$/,
      }
    },
    'transcript to review': async () => {
      const { params, own } = await voice()
      await own.call(transcripts.submit, { params, body: { text: 'One loaf.' } })
      const list = await (await helper()).call(transcripts.listWaiting, {
        query: { pageSize: 100 },
      })
      const waiting = list.items.find(({ storyId }) => storyId === params.id)
      const version = { waitingSince: waiting?.waitingSince ?? '' }
      const returned = { params, body: { ...version, reason: 'Names.' } }
      return {
        claim: { subject: 'transcript', ...params },
        ways: [
          (admin) => admin.request(transcripts.approve, { params, body: version }),
          (admin) => admin.request(transcripts.reject, returned),
        ],
        sentence: / already (approved this transcript|returned this transcript to its author)\.$/,
      }
    },
    guidance: async () => {
      const asker = api.as(await world.member())
      const body = { content: 'How?', category: 'faith' } as const
      const { id } = await asker.call(guidance.ask, { body })
      const { items } = await (await helper()).call(guidance.listAll, { query: { pageSize: 100 } })
      const waitingSince = items.find((each) => each.id === id)?.waitingSince ?? null
      const respond = (responseContent: string) => (admin: TestApi) =>
        admin.request(guidance.respond, { params: { id }, body: { responseContent, waitingSince } })
      return {
        claim: { subject: 'guidance', id },
        ways: [respond('Like this.'), respond('Like that.')],
        sentence: / already answered this request\.$/,
      }
    },
    application: async () => {
      const email = `${crypto.randomUUID()}@example.org`
      const { applicationId: id } = await db
        .insertInto('application')
        .values({ email, message: 'May I?', createdAt: new Date() })
        .returning('applicationId')
        .executeTakeFirstOrThrow()
      const params = { id }
      return {
        claim: { subject: 'application', ...params },
        ways: [
          (admin) => admin.request(joining.approveApplication, { params }),
          (admin) => admin.request(joining.declineApplication, { params, body: { reason: '' } }),
        ],
        sentence: / already (approved|declined) this application\.$/,
      }
    },
  }
}

const KINDS = [
  'story',
  'reported story',
  'reported reply',
  'reply',
  'prayer',
  'transcript to write',
  'transcript to review',
  'guidance',
  'application',
]

test.for(KINDS)(
  'of two administrators who decide about a %s at once, the second reads who was first',
  async (kind, { api, world, context }) => {
    const admins = [await world.admin(), await world.admin()] as const
    for (let run = 0; run < RUNS; run++) {
      const entry = await entries({ api, world, context })[kind]?.()
      if (!entry) throw new Error('unreachable')
      // Also when both decide alike.
      const [one, other] = run % 2 === 0 ? entry.ways : [entry.ways[0], entry.ways[0]]
      const answers = await Promise.all([one(api.as(admins[0])), other(api.as(admins[1]))])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      const second = answers.findIndex(({ status }) => status === 409)
      const first = admins[second === 0 ? 1 : 0]
      const { message } = JSON.parse(answers[second]?.text ?? '{}')
      expect(message).toMatch(entry.sentence)
      expect(message).toContain(first.anonymousUsername)
    }
  },
)

test.for(KINDS)(
  'a %s that an administrator has claimed can be decided only by them',
  async (kind, { api, world, context }) => {
    const mine = await world.admin()
    const [first, second] = [api.as(mine), api.as(await world.admin())]
    const entry = await entries({ api, world, context })[kind]?.()
    if (!entry) throw new Error('unreachable')
    const { claim: params, ways } = entry
    expect(await first.call(review.claim, { params })).toMatchObject({ mine: true })
    const claim: Way = (admin) => admin.request(review.claim, { params })
    for (const way of [claim, ...ways]) {
      const { status, text } = await way(second)
      expect([status, JSON.parse(text).message]).toEqual([
        409,
        expect.stringMatching(new RegExp(`^${mine.anonymousUsername} claimed this `)),
      ])
    }
    expect((await ways[0](first)).status).toBeLessThan(300)
  },
)

test('nothing can be done about what another administrator has claimed', async ({ api, world }) => {
  const [author, member] = [await world.member(), await world.member()]
  const [mine, other] = [await world.admin(), await world.admin()]
  const [first, second] = [api.as(mine), api.as(other)]
  const story = { id: await world.story({ author }) }
  const reply = { id: await world.reply({ author, storyId: story.id }) }
  await api.as(member).call(calls.report, { params: story, body: {} })
  await api.as(member).call(calls.reportReply, { params: reply, body: {} })
  const { items } = await first.call(calls.listReports, { query: { pageSize: 100 } })
  for (const { id } of items.filter(({ storyId }) => storyId === story.id)) {
    await first.call(review.claim, { params: { subject: 'report', id } })
  }
  const asker = api.as(author)
  const prayer = await asker.call(prayers.create, { body: { content: 'For rain' } })
  await first.call(review.claim, { params: { subject: 'prayer', ...prayer } })
  const asked = await asker.call(guidance.ask, { body: { content: 'How?', category: 'faith' } })
  await first.call(review.claim, { params: { subject: 'guidance', ...asked } })
  const [words, reason] = ['Please be kind.', 'Again.']
  const refused = await Promise.all([
    second.refuse(calls.warnStoryAuthor, { params: story, body: { words } }),
    second.refuse(calls.suspendStoryAuthor, { params: story, body: { reason } }),
    second.refuse(calls.remove, { params: story }),
    second.refuse(calls.warnReplyAuthor, { params: reply, body: { words } }),
    second.refuse(calls.suspendReplyAuthor, { params: reply, body: { reason } }),
    second.refuse(calls.removeReply, { params: reply }),
    second.refuse(prayers.suspendAuthor, { params: prayer, body: { reason } }),
    second.refuse(guidance.toggleVisibility, { params: asked, body: { isHidden: true } }),
  ])
  for (const { status, message } of refused) {
    expect(status).toBe(409)
    expect(message).toMatch(new RegExp(`^${mine.anonymousUsername} claimed this `))
  }
  await first.call(calls.suspendStoryAuthor, { params: story, body: { reason } })
})

test('the history of a story shows all events, and names only administrators', async ({
  api,
  world,
  clock,
}) => {
  const author = await world.member()
  const reporter = await world.member()
  const admin = await world.admin()
  const caller = api.as(admin)
  const fields = { title: 'A loaf', category: 'faith', content: 'There was one loaf.' } as const
  const { id } = await api.as(author).call(calls.create, { fields })
  const params = { id }
  const step = (): void => clock.advance({ minutes: 1 })
  step()
  await caller.call(calls.reject, { params, body: { reason: 'Say how it ended.' } })
  step()
  await api.as(author).call(calls.update, { params, fields })
  step()
  await caller.call(calls.moderate, { params, body: { approved: true } })
  step()
  await api.as(reporter).call(calls.report, { params, body: { reason: 'Unkind.' } })
  const history = await caller.call(review.storyHistory, { params })
  expect(history.map(({ kind, reason }) => [kind, reason])).toEqual(
    expect.arrayContaining([
      ['submitted', null],
      ['returned', 'Say how it ended.'],
      ['resubmitted', null],
      ['approved', null],
      ['reported', 'Unkind.'],
    ]),
  )
  expect(history).toHaveLength(5)
  expect(new Set(history.map((entry) => entry.anonymousUsername))).toEqual(
    new Set([null, admin.anonymousUsername]),
  )
  const missing = { params: { id: 2_147_483_647 } }
  expect(await caller.refuse(review.storyHistory, missing)).toMatchObject({ status: 404 })
})

test('other administrators see who decided', async ({ api, world }) => {
  const author = await world.member()
  const [mine, other] = [await world.admin(), await world.admin()]
  const id = await world.story({ author, status: 'pending' })
  const params = { subject: 'story' as const, id }
  expect(await api.as(other).call(review.lastDecision, { params })).toBeNull()
  await api.as(mine).call(calls.reject, { params: { id }, body: { reason: 'x' } })
  expect(await api.as(other).call(review.lastDecision, { params })).toMatchObject({
    action: 'story-rejected',
    mine: false,
    anonymousUsername: mine.anonymousUsername,
  })
})

test('whoever may decide reads what was decided, why and by whom', async ({
  api,
  world,
  clock,
  context,
}) => {
  const author = await world.member()
  const mine = await world.admin()
  const helper = api.as(await world.admin({ rights: ['stories'] }))
  const params = { id: await world.story({ author, title: 'A loaf', status: 'pending' }) }
  const kept = { id: await world.story({ author, title: 'A crumb', status: 'pending' }) }
  await api.as(mine).call(calls.reject, { params, body: { reason: 'Say how it ended.' } })
  clock.advance({ minutes: 1 })
  await helper.call(calls.moderate, { params: kept, body: { approved: true } })
  const read = { params: { subject: 'story' as const }, query: { pageSize: 2 } }
  const { items, total } = await helper.call(review.decided, read)
  expect(items).toMatchObject([
    { action: 'story-approved', about: 'A crumb', storyId: kept.id },
    {
      action: 'story-rejected',
      about: 'A loaf',
      detail: { reason: 'Say how it ended.' },
      anonymousUsername: mine.anonymousUsername,
    },
  ])
  expect(total).toBeGreaterThanOrEqual(2)
  const prayer = await entries({ api, world, context }).prayer?.()
  await prayer?.ways[1](helper)
  const prayed = await helper.call(review.decided, { params: { subject: 'prayer' } })
  expect(prayed.items[0]).toMatchObject({
    action: 'prayer-returned',
    about: 'For rain',
    detail: { reason: 'Names.' },
  })
  for (const subject of ['guidance', 'application'] as const) {
    expect(await helper.refuse(review.decided, { params: { subject } })).toMatchObject({
      status: 403,
    })
    const params = { subject, id: 1 }
    for (const call of [review.claim, review.lastDecision]) {
      expect((await helper.refuse(call, { params })).status).toBe(403)
    }
  }
})

test('how long something waited is noted once, in begun hours, without saying what it was', async ({
  api,
  world,
  clock,
  context,
}) => {
  const { db } = context
  await db.deleteFrom('decisionWait').execute()
  const admin = api.as(await world.admin())
  const made = entries({ api, world, context })
  for (const kind of ['story', 'reported story', 'reported reply', 'reply', 'prayer']) {
    const entry = await made[kind]?.()
    clock.advance({ minutes: 150 })
    expect((await entry?.ways[0](admin))?.status).toBeLessThan(300)
    clock.reset()
  }
  for (const kind of ['transcript to write', 'guidance', 'application']) {
    expect((await (await made[kind]?.())?.ways[0](admin))?.status).toBeLessThan(300)
  }
  // It waited for nobody.
  await admin.call(calls.remove, {
    params: { id: await world.story({ author: await world.member() }) },
  })
  const waits = await db.selectFrom('decisionWait').select('hours').execute()
  expect(waits.map(({ hours }) => hours)).toEqual([3, 3, 3, 3, 3])
})
