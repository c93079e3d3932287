import { expect } from 'vitest'
import { joiningEndpoints } from '#contract/joining.ts'
import { muteEndpoints } from '#contract/mutes.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { prayerEndpoints as calls, type PrayerReview } from '#contract/prayer.ts'
import { reviewEndpoints as review, reviewEndpoints } from '#contract/review.ts'
import { teamMessageEndpoints } from '#contract/team-messages.ts'
import { todayEndpoints } from '#contract/today.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** How often each race is run; a failure shows within a few runs. */
const RUNS = 8

async function inQueue(admin: TestApi, id: number): Promise<PrayerReview | undefined> {
  const { items } = await admin.call(calls.listWaiting, { query: { pageSize: 100 } })
  return items.find((item) => item.id === id)
}

async function versionOf(admin: TestApi, id: number): Promise<{ submittedAt: string }> {
  return { submittedAt: (await inQueue(admin, id))?.submittedAt ?? '' }
}

async function isListed(reader: TestApi, id: number): Promise<boolean> {
  return (await reader.call(calls.list)).items.some((item) => item.id === id)
}

async function membersOf({ api, world }: { api: TestApi; world: World }): Promise<TestApi[]> {
  return [api.as(await world.member()), api.as(await world.member())]
}

test('a returned request shows the reason and can be sent again', async ({ api, world, admin }) => {
  const author = api.as(await world.member())
  const { id } = await author.call(calls.create, { body: { content: 'For Agnes B.' } })
  const waiting = await inQueue(admin, id)
  expect(waiting).toMatchObject({ kind: 'request', content: 'For Agnes B.', mine: false })
  const version = await versionOf(admin, id)
  const reason = 'Please leave the name out.'
  const refused = { params: { id }, body: { ...version, reason: ' ' } }
  expect((await admin.refuse(calls.reject, refused)).status).toBe(400)
  await admin.call(calls.reject, { params: { id }, body: { ...version, reason } })
  expect((await author.call(calls.listOwn)).items).toMatchObject([
    { id, status: 'rejected', rejectionReason: reason, canEdit: true, canAnswer: false },
  ])
  const notices = (await author.call(notificationEndpoints.list)).items
  expect(notices).toMatchObject([
    { kind: 'prayer-returned', subjectId: id, subject: 'For Agnes B.' },
  ])
  await author.call(calls.update, { params: { id }, body: { content: 'For a friend.' } })
  const stale = { params: { id }, body: version }
  expect((await admin.refuse(calls.approve, stale)).message).toMatch(/^The author has changed/)
  await admin.call(calls.approve, { params: { id }, body: await versionOf(admin, id) })
  expect(await inQueue(admin, id)).toBeUndefined()
  const decision = { params: { subject: 'prayer', id } } as const
  expect(await admin.call(reviewEndpoints.lastDecision, decision)).toMatchObject({
    action: 'prayer-approved',
    mine: true,
  })
})

test('of two concurrent decisions exactly one is applied', async ({ api, world }) => {
  const author = await world.member()
  const admins = [api.as(await world.admin()), api.as(await world.admin())] as const
  for (let run = 0; run < RUNS; run++) {
    const params = { id: await world.prayerRequest({ author, status: 'pending' }) }
    const version = await versionOf(admins[0], params.id)
    const answers = await Promise.all([
      admins[0].request(calls.approve, { params, body: version }),
      admins[1].request(calls.reject, { params, body: { ...version, reason: 'x' } }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const loser = answers.find(({ status }) => status === 409)
    expect(loser?.text).toMatch(/ already (reviewed|returned) this prayer request /)
    await api.as(author).call(calls.remove, { params })
  }
})

test('a claim keeps others from deciding until it ends', async ({ api, world, clock }) => {
  const [mine, other] = [await world.admin(), await world.admin()]
  const [first, second] = [api.as(mine), api.as(other)]
  const author = await world.member()
  const params = { id: await world.prayerRequest({ author, status: 'pending' }) }
  const claim = await first.call(review.claim, { params: { subject: 'prayer', ...params } })
  expect(claim).toMatchObject({ mine: true, anonymousUsername: mine.anonymousUsername })
  expect((await inQueue(second, params.id))?.claim).toEqual({ ...claim, mine: false })
  const taken = { status: 409, message: `${mine.anonymousUsername} claimed this prayer request.` }
  const version = await versionOf(first, params.id)
  expect(
    await second.refuse(review.claim, { params: { subject: 'prayer', ...params } }),
  ).toMatchObject(taken)
  expect(await second.refuse(calls.approve, { params, body: version })).toMatchObject(taken)
  await second.call(review.release, { params: { subject: 'prayer', ...params } })
  expect(await second.refuse(calls.approve, { params, body: version })).toMatchObject(taken)
  clock.advance({ minutes: 30 })
  const both = await Promise.all([
    first.request(review.claim, { params: { subject: 'prayer', ...params } }),
    second.request(review.claim, { params: { subject: 'prayer', ...params } }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('two reports hide a request; keeping or returning it notifies the reporters', async ({
  api,
  world,
  admin,
}) => {
  const author = await world.member()
  for (const isKept of [true, false]) {
    const id = await world.prayerRequest({ author })
    const params = { id }
    const [one, two] = await membersOf({ api, world })
    const reader = api.as(await world.member())
    if (!one || !two) throw new Error('unreachable')
    const report = (by: TestApi, reason: string) =>
      by.call(calls.report, { params, body: { reason } })
    await report(one, 'It names a street.')
    await report(one, 'Again.')
    expect(await isListed(reader, id)).toBe(true)
    expect(await inQueue(admin, id)).toMatchObject({
      kind: 'report',
      reasons: ['It names a street.'],
      reportCount: 1,
      isHidden: false,
    })
    await report(two, '')
    expect(await isListed(reader, id)).toBe(false)
    expect((await reader.refuse(calls.report, { params, body: {} })).status).toBe(404)
    const queued = await inQueue(admin, id)
    expect(queued).toMatchObject({ reportCount: 2, isHidden: true })
    for (const name of [author.id, author.username, author.email])
      expect(JSON.stringify(queued)).not.toContain(name)
    const body = await versionOf(admin, id)
    if (isKept) await admin.call(calls.approve, { params, body })
    else await admin.call(calls.reject, { params, body: { ...body, reason: 'No streets.' } })
    expect(await isListed(reader, id)).toBe(isKept)
    for (const reporter of [one, two]) {
      expect(await reporter.call(teamMessageEndpoints.list)).toMatchObject([
        {
          kind: isKept ? 'report-kept' : 'report-removed',
          about: 'prayer request',
          storyId: null,
          title: null,
        },
      ])
    }
    expect(await inQueue(admin, id)).toBeUndefined()
  }
})

test('reports of new and unverified accounts don’t hide a request, and newcomers can send only a few', async ({
  api,
  world,
  admin,
}) => {
  const id = await world.prayerRequest({ author: await world.member() })
  const params = { id }
  const newcomer = api.as(await world.member({ createdAt: new Date() }))
  const unverified = api.as(await world.member({ emailVerified: false }))
  for (const reporter of [newcomer, unverified])
    await reporter.call(calls.report, { params, body: {} })
  expect(await isListed(newcomer, id)).toBe(true)
  const limits = { newcomerDays: 7, newcomerReports: 1 }
  await admin.call(joiningEndpoints.saveSettings, { body: limits })
  const other = { id: await world.prayerRequest({ author: await world.member() }) }
  expect((await newcomer.refuse(calls.report, { params: other, body: {} })).status).toBe(429)
  await admin.call(joiningEndpoints.saveSettings, { body: { newcomerDays: 0 } })
})

test('a moderator puts a request back in the queue', async ({ api, world }) => {
  const author = await world.member()
  const [admin, reader] = [api.as(await world.admin()), api.as(await world.member())]
  const params = { id: await world.prayerRequest({ author }) }
  await admin.call(calls.withdraw, { params })
  await admin.call(calls.withdraw, { params })
  expect(await isListed(reader, params.id)).toBe(false)
  expect(await inQueue(admin, params.id)).toMatchObject({ kind: 'request' })
  await admin.call(calls.approve, { params, body: await versionOf(admin, params.id) })
  expect(await isListed(reader, params.id)).toBe(true)
})

test('the team is notified of a waiting request, and a muted author is marked', async ({
  api,
  world,
  context,
  admin,
}) => {
  await context.db.deleteFrom('prayerRequest').execute()
  const author = await world.member()
  await api.as(author).call(calls.create, { body: { content: 'For rain.' } })
  expect((await admin.call(todayEndpoints.read)).waiting.prayers).toMatchObject({ count: 1 })
  await expect
    .poll(async () => (await admin.call(notificationEndpoints.list)).items.map(({ kind }) => kind))
    .toContain('team-prayer')

  const id = await world.prayerRequest({ author })
  const reader = await world.member()
  const member = api.as(reader)
  await member.call(calls.mute, { params: { id } })
  const own = api.as({ cookie: await world.session(reader.id) })
  const shown = (await own.call(calls.list)).items.find((item) => item.id === id)
  expect(shown).toMatchObject({ isMuted: true })
  expect(await own.call(muteEndpoints.list)).toMatchObject([
    { anonymousUsername: author.anonymousUsername },
  ])
})
