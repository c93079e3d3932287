import { expect } from 'vitest'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import { test } from '#server/testing/world.ts'

test('the usual answer time is the median of actual answers, if there are at least five', async ({
  api,
  world,
  clock,
}) => {
  const later = new Date(Date.now() + 30 * 86_400_000)
  const requester = api.as({ cookie: await world.session((await world.member()).id, later) })
  const admin = api.as({ cookie: await world.session((await world.admin()).id, later) })
  const answerTime = async () => (await requester.call(calls.answerTime)).hours
  expect(await answerTime()).toBeNull()
  for (const [index, hours] of [1, 200, 3, 2].entries()) {
    const content = `Request ${index}`
    const { id } = await requester.call(calls.ask, { body: { content, category: 'faith' } })
    clock.advance({ minutes: hours * 60 })
    await admin.call(calls.respond, { params: { id }, body: { responseContent: 'Peace.' } })
    expect(await answerTime()).toBeNull()
  }
  // A follow-up counts from when it was asked, and a change of its answer doesn't count.
  const [newest] = (await requester.call(calls.listOwn)).items
  const params = { id: newest?.id ?? 0 }
  clock.advance({ minutes: 60 * 60 })
  await requester.call(calls.followUp, { params, body: { content: 'And then?' } })
  clock.advance({ minutes: 4 * 60 })
  await admin.call(calls.respond, { params, body: { responseContent: 'Go on.' } })
  expect(await answerTime()).toBeCloseTo(3, 2)
  clock.advance({ minutes: 10 * 60 })
  await admin.call(calls.respond, { params, body: { responseContent: 'Go on quietly.' } })
  expect(await answerTime()).toBeCloseTo(3, 2)
  // Open questions do not count.
  await requester.call(calls.ask, { body: { content: 'Waits', category: 'faith' } })
  expect(await answerTime()).toBeCloseTo(3, 2)
})

test('only the latest hundred answers count', async ({ api, world, context }) => {
  const member = await world.member()
  const { db } = context
  const now = Date.now() + 86_400_000
  // From the newest back: a hundred answers that took one hour, and before them many of ten hours.
  for (let index = 0; index < 300; index++) {
    const respondedAt = new Date(now - index * 60_000)
    const hours = index < 100 ? 1 : 10
    const { guidanceRequestId } = await db
      .insertInto('guidanceRequest')
      .values({ memberId: member.id, category: 'faith', answeredAt: respondedAt })
      .returning('guidanceRequestId')
      .executeTakeFirstOrThrow()
    const askedAt = new Date(respondedAt.getTime() - hours * 3_600_000)
    const sealedContent = Buffer.of(1)
    await db
      .insertInto('guidanceQuestion')
      .values({ guidanceRequestId, number: 1, sealedContent, askedAt, respondedAt })
      .execute()
  }
  context.changes.announce({ kind: 'topic', topic: 'guidance' })
  expect((await api.as(member).call(calls.answerTime)).hours).toBe(1)
})
