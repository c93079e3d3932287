import { sql } from 'kysely'
import { expect } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isForTeam } from '#contract/endpoint.ts'
import { guidanceEndpoints as calls } from '#contract/guidance.ts'
import { reviewEndpoints as review } from '#contract/review.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import { buildApp } from '#server/http/app.ts'
import { filesUnavailable } from '#server/ports/files/port.ts'
import { TestApi, type TestInput, type TestResponse } from '#server/testing/api.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { type Evidence, leaksIn, recordEvidence, SECRETS } from '#server/testing/evidence.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { type LogLines, test } from '#server/testing/world.ts'
import { memberKeyCache } from '../private-text/service.ts'

interface TestSetup {
  api: TestApi
  context: Context
  world: World
  logLines: LogLines
}

/** Makes an administrator's call and records the response. */
type Team = <E extends Endpoint>(
  caller: TestApi,
  endpoint: E,
  input?: TestInput<E>,
) => Promise<TestResponse>

/** Only the list of the Users tab shows people, and the audit log records each view of it. */
const EXEMPT: Endpoint = userEndpoints.list

/**
 * Runs three members, two administrators and many failures; returns the authors and the evidence.
 */
async function run(
  setup: TestSetup,
  leak?: (requester: TestMember) => Promise<void>,
): Promise<{ requesters: TestMember[]; evidence: Evidence }> {
  const { api, context, world, logLines } = setup
  const requesters = [await world.member(), await world.member(), await world.member()] as const
  const [admin, colleague] = [await world.admin(), await world.admin()]
  const [one, two] = [api.as(admin), api.as(colleague)]
  const recorder = await recordEvidence({ context, logLines, admin })
  const team: Team = async (caller, endpoint, input) =>
    recorder.answered(await caller.request(endpoint, input))

  const ids = await workTogether(team, {
    requesters: requesters.map((requester) => api.as(requester)),
    one,
    two,
  })
  await goWrong(team, { setup, one, requester: api.as(requesters[0]), ids })
  await readEverything(team, one, ids.answered)
  await leak?.(requesters[0])
  return { requesters: [...requesters], evidence: await recorder.close() }
}

function say(id: number, responseContent: string) {
  return { params: { id }, body: { responseContent } }
}

async function readLists(team: Team, admin: TestApi): Promise<void> {
  await team(admin, calls.listAll)
  await team(admin, calls.listAll, { query: { state: 'waiting', pageSize: 2 } })
  await team(admin, calls.listAll, { query: { state: 'answered', page: 2, pageSize: 1 } })
  await team(admin, calls.listAll, { query: { hidden: 'true' } })
}

async function workTogether(
  team: Team,
  { requesters, one, two }: { requesters: TestApi[]; one: TestApi; two: TestApi },
): Promise<{ answered: number; gone: number; waiting: number }> {
  const [first, second, third] = requesters
  if (!first || !second || !third) throw new Error('Nobody asks.')
  const ask = async (requester: TestApi, content: string): Promise<number> =>
    (await requester.call(calls.ask, { body: { content, category: 'purpose' } })).id
  const answered = await ask(first, 'Asked by the first.')
  const hidden = await ask(second, 'Asked by the second.')
  const gone = await ask(third, 'Asked by the third.')
  const waiting = await ask(first, 'Asked once more.')
  for (const admin of [one, two]) await readLists(team, admin)
  await team(one, review.claim, { params: { subject: 'guidance', id: answered } })
  await team(two, review.claim, { params: { subject: 'guidance', id: answered } })
  await team(two, calls.respond, say(answered, 'Taken.'))
  await readLists(team, two)
  await team(one, calls.respond, say(answered, 'Peace be with you.'))
  await team(one, calls.respond, say(answered, 'Peace be with you all.'))
  await team(two, calls.respond, say(answered, 'Too late.'))
  await first.call(calls.followUp, { params: { id: answered }, body: { content: 'And now?' } })
  await team(two, calls.respond, say(answered, 'Now rest.'))
  await team(two, review.claim, { params: { subject: 'guidance', id: hidden } })
  await team(two, review.release, { params: { subject: 'guidance', id: hidden } })
  await team(one, calls.toggleVisibility, { params: { id: hidden } })
  await team(one, calls.respond, say(hidden, 'Seen all the same.'))
  await readLists(team, one)
  await second.call(calls.followUp, { params: { id: hidden }, body: { content: 'Truly?' } })
  await third.call(calls.remove, { params: { id: gone } })
  return { answered, gone, waiting }
}

/** Causes failures: wrong input, deleted requests, missing rights, no files, a refused row. */
async function goWrong(
  team: Team,
  input: {
    setup: TestSetup
    one: TestApi
    requester: TestApi
    ids: { gone: number; waiting: number }
  },
): Promise<void> {
  const { setup, one, requester, ids } = input
  await team(one, calls.respond, say(ids.gone, 'Gone.'))
  await team(one, review.claim, { params: { subject: 'guidance', id: 2_147_483_647 } })
  await team(one, calls.respond, say(ids.waiting, '  '))
  await team(one, calls.listAll, { query: { page: -1 } })
  await team(requester, calls.listAll)
  await team(requester, calls.respond, say(ids.waiting, 'Mine.'))
  await withoutFiles(setup, async (down) => {
    const admin = await setup.world.admin()
    expect((await team(down.as(admin), calls.listAll)).status).toBe(503)
  })
  await withBrokenTable(setup.context, async () => {
    expect((await team(one, calls.respond, say(ids.waiting, 'Lost.'))).status).toBe(500)
  })
  await readLists(team, one)
}

/** Makes every read call of the administration. */
async function readEverything(team: Team, admin: TestApi, id: number): Promise<void> {
  const endpoints = Object.values(allEndpoints).flatMap((ofFeature) => Object.values(ofFeature))
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' || !isForTeam(endpoint) || endpoint === EXEMPT) continue
    await team(admin, endpoint, { params: { id, date: '2026-01-01', type: 'message' } })
  }
}

/** Runs `work` with an application whose file store is down and whose cache is empty. */
async function withoutFiles(
  { context }: TestSetup,
  work: (api: TestApi) => Promise<void>,
): Promise<void> {
  const fail = async (): Promise<never> => {
    throw filesUnavailable(new Error('The disk is full.'))
  }
  const files = { ...context.files, put: fail, read: fail, remove: fail }
  const app = await buildApp({ ...context, files, memberKeys: memberKeyCache() })
  await app.ready()
  await work(new TestApi(app))
  await app.close()
}

/** Makes PostgreSQL refuse rows: its error repeats the row, including the member's id. */
async function withBrokenTable(context: Context, work: () => Promise<void>): Promise<void> {
  await asOwner(
    context,
    sql`alter table notification add constraint broken check (false) not valid`,
  )
  await work()
  await asOwner(context, sql`alter table notification drop constraint broken`)
}

test('nothing that is sent to an administrator, logged or stored reveals who asked', async ({
  api,
  context,
  world,
  logLines,
}) => {
  const { requesters, evidence } = await run({ api, context, world, logLines })
  // The evidence is not empty: it contains questions, answers, actions and failures.
  expect(evidence.answers).toContain('Asked by the first.')
  expect(evidence.answers).toContain('claimed this request.')
  expect(evidence.answers).toContain('"And now?"')
  for (const status of [200, 400, 403, 404, 409, 500, 503]) {
    expect(evidence.answers).toMatch(new RegExp(`^${status} `, 'm'))
  }
  for (const action of ['answered', 'answer-changed', 'hidden']) {
    expect(evidence.audit).toContain(`"guidance-${action}"`)
    expect(evidence.answers).toContain(`"guidance-${action}"`)
  }
  expect(evidence.log).toContain('/api/admin/guidance/:id/respond')
  expect(evidence.log).toContain('violates check constraint')
  expect(evidence.changes).toContain('{"kind":"topic","topic":"guidance"}')
  expect(evidence.changes).toContain('{"kind":"guidance"}')
  expect(evidence.events).toContain('event: guidance\ndata: {}')
  expect(leaksIn(evidence, requesters)).toEqual([])
})

test('administrators get only the fields of a request that do not identify its author', async ({
  api,
  world,
}) => {
  const requester = api.as(await world.member())
  const body = { content: 'Only this.', category: 'faith', key: crypto.randomUUID() } as const
  await requester.call(calls.ask, { body })
  const { items } = await api.as(await world.admin()).call(calls.listAll)
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) {
    expect(Object.keys(item).toSorted()).toEqual([
      'category',
      'claim',
      'content',
      'createdAt',
      'editableUntil',
      'followUp',
      'history',
      'id',
      'isHidden',
      'isMinor',
      'needsSecondReader',
      'promiseUsed',
      'proposed',
      'respondedAt',
      'responseContent',
      'version',
      'waitingSince',
    ])
  }
})

test('an author’s id, names and address are found wherever they leak', async ({
  api,
  context,
  world,
  logLines,
}) => {
  const { id: adminId } = await world.admin()
  const { requesters, evidence } = await run(
    { api, context, world, logLines },
    async (requester) => {
      for (const what of SECRETS) await leakEverywhere(requester[what], { context, adminId })
    },
  )
  const channels = ['log', 'mails', 'audit', 'changes', 'events']
  expect(leaksIn(evidence, requesters)).toEqual(
    channels.flatMap((channel) => SECRETS.map((what) => `${channel}: ${what}`)),
  )
})

/** Reveals a secret everywhere except in an answer. */
async function leakEverywhere(
  secret: string,
  { context, adminId }: { context: Context; adminId: string },
): Promise<void> {
  context.log.trace({ of: secret }, 'a request')
  const mail = { toAddress: 'team@example.org', subject: 'New', text: `By ${secret}`, html: '' }
  await context.db
    .insertInto('emailMessage')
    .values({ kind: 'code', ...mail })
    .execute()
  const entry = { adminId, action: 'guidance-hidden', subjectType: 'guidance', subjectId: '1' }
  const detail = JSON.stringify({ of: secret })
  await context.db
    .insertInto('auditEntry')
    .values({ ...entry, detail })
    .execute()
  // A change that the type does not allow, whose event contains the secret.
  const change: unknown = { kind: 'story', storyId: secret, wasPublic: true }
  context.changes.announce(change as Change)
}

/** An application whose team list leaks two things about who asked in its body and two in a header. */
async function leakingApp(context: Context) {
  const app = await buildApp(context)
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url !== calls.listAll.path || reply.statusCode !== 200) return payload
    const items = JSON.parse(String(payload)) as { id: number }[]
    const requester = await context.db
      .selectFrom('guidanceRequest')
      .innerJoin('member', 'member.memberId', 'guidanceRequest.memberId')
      .select(['member.memberId as id', 'username', 'email', 'anonymousUsername'])
      .where('guidanceRequestId', '=', items.at(-1)?.id ?? 0)
      .executeTakeFirst()
    const { id, email, username, anonymousUsername } = requester ?? {}
    const names = `${username} ${anonymousUsername}`
    reply.header('X-Trace', Buffer.from(names).toString('base64url'))
    return JSON.stringify(items.map((item) => ({ ...item, leaked: [id, email] })))
  })
  await app.ready()
  return app
}

test('a response that leaks a secret in its body or a header is found', async ({
  context,
  world,
  logLines,
}) => {
  const app = await leakingApp(context)
  const { requesters, evidence } = await run({ api: new TestApi(app), context, world, logLines })
  expect(leaksIn(evidence, requesters)).toEqual(SECRETS.map((what) => `answers: ${what}`))
  await app.close()
})
