import { expect } from 'vitest'
import { prayerEndpoints as prayers } from '#contract/prayer.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { transcriptEndpoints as transcripts } from '#contract/transcripts.ts'
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
  const claim = await first.call(review.claimStory, { params })
  expect(claim).toMatchObject({ mine: true, anonymousUsername: mine.anonymousUsername })
  const listed = (await second.call(calls.listPending)).items.find(({ id }) => id === params.id)
  expect(listed?.claim).toEqual({ ...claim, mine: false })

  const taken = { status: 409, message: `${mine.anonymousUsername} claimed this story.` }
  expect(await second.refuse(review.claimStory, { params })).toMatchObject(taken)
  const approval = { params, body: { approved: true } }
  expect(await second.refuse(calls.moderate, approval)).toMatchObject(taken)
  const rejection = { params, body: { reason: 'Too long.' } }
  expect(await second.refuse(calls.reject, rejection)).toMatchObject(taken)
  // Releasing affects only the administrator's own claim.
  await second.call(review.releaseStory, { params })
  expect(await second.refuse(calls.moderate, approval)).toMatchObject(taken)

  clock.advance({ minutes: 30 })
  await second.call(review.claimStory, { params })
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
  await first.call(review.claimReport, { params: { id: ofReply.id } })
  const decision = (id: number) => ({ params: { id }, body: { decision: 'keep' as const } })
  expect(await second.refuse(calls.resolveReport, decision(ofReply.id))).toMatchObject({
    status: 409,
    message: `${mine.anonymousUsername} claimed this reply.`,
  })
  await second.call(calls.resolveReport, decision(ofStory.id))
  await first.call(calls.resolveReport, decision(ofReply.id))
  expect(await first.refuse(review.claimReport, { params: { id: ofReply.id } })).toMatchObject({
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
      admins.map((admin) => api.as(admin).request(review.claimStory, { params })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = admins[answers[0]?.status === 200 ? 0 : 1]
    await context.db.deleteFrom('member').where('memberId', '=', winner.id).execute()
    const loser = admins[answers[0]?.status === 200 ? 1 : 0]
    await api.as(loser).call(review.claimStory, { params })
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
        admin.request(review.claimStory, { params: story }),
        admin.request(transcripts.claim, { params: voice }),
        admin.request(prayers.claim, { params }),
        admin.request(review.releaseStory, { params: story }),
        admin.request(transcripts.releaseClaim, { params: voice }),
        admin.request(prayers.releaseClaim, { params }),
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
