import { expect } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { TestApi, TestInput } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** What a row's call is about, made anew for every call. */
interface Scene {
  /** The author of everything below. */
  owner: TestMember
  storyId: number
  pendingId: number
  replyId: number
  /** A session of the owner's. */
  sessionId: number
  reportId: number
  unique: string
}

interface Row {
  /** The status for a visitor, a member, the owner of what the call is about, an administrator. */
  expected: readonly [visitor: number, member: number, owner: number, admin: number]
  input?: (scene: Scene) => TestInput<Endpoint>
}

const EVERYONE = [200, 200, 200, 200] as const
const MEMBERS = [401, 200, 200, 200] as const
const ADMINS = [401, 403, 403, 200] as const

/** Every call of the API with what each of the four gets. */
const ROWS: Record<string, Row> = {
  'accounts.currentUser': { expected: MEMBERS },
  'accounts.login': {
    expected: [401, 401, 401, 401],
    input: () => ({ body: { username: 'nobody-here', password: 'nothing' } }),
  },
  'accounts.register': { expected: [400, 400, 400, 400], input: () => ({ body: {} }) },
  'accounts.logout': { expected: [204, 204, 204, 204] },
  'accounts.requestOtp': { expected: EVERYONE, input: emailOf },
  'accounts.verifyOtp': {
    expected: [401, 401, 401, 401],
    input: (scene) => ({ body: { ...emailOf(scene).body, code: '000000' } }),
  },
  'accounts.forgotPassword': { expected: EVERYONE, input: emailOf },
  'accounts.resetPassword': {
    expected: [400, 400, 400, 400],
    input: () => ({ body: { token: 'unknown', newPassword: 'long enough' } }),
  },
  'accounts.checkUsername': { expected: EVERYONE },
  'accounts.checkEmail': { expected: EVERYONE },
  'accounts.checkAnonymousUsername': { expected: EVERYONE },
  'accounts.changeUser': {
    expected: MEMBERS,
    input: () => ({ body: { timeZone: 'Europe/Lisbon' } }),
  },
  'accounts.listSessions': { expected: MEMBERS },
  'accounts.endSession': {
    expected: [401, 404, 204, 404],
    input: ({ sessionId }) => ({ params: { id: sessionId } }),
  },
  'accounts.exportData': { expected: MEMBERS },
  'accounts.removeAccount': {
    expected: [401, 400, 400, 400],
    input: () => ({ body: { password: 'not this one', stories: 'keep' } }),
  },
  'accounts.createFirstAdmin': { expected: [400, 400, 400, 400], input: () => ({ body: {} }) },

  'stories.list': { expected: EVERYONE },
  'stories.get': {
    expected: [404, 404, 200, 200],
    input: ({ pendingId }) => ({ params: { id: pendingId } }),
  },
  'stories.create': { expected: [401, 201, 201, 201], input: storyForm },
  'stories.update': {
    expected: [401, 404, 200, 404],
    input: (scene) => ({ ...storyForm(), params: { id: scene.pendingId } }),
  },
  'stories.audio': { expected: [404, 404, 404, 404], input: story },
  'stories.listReplies': {
    expected: [404, 404, 200, 200],
    input: ({ pendingId }) => ({ params: { id: pendingId } }),
  },
  'stories.reply': {
    expected: [401, 201, 201, 201],
    input: ({ storyId }) => ({ body: { storyId, content: 'Thank you.' } }),
  },
  'stories.removeReply': { expected: [401, 403, 204, 204], input: reply },
  'stories.reactionTotals': { expected: EVERYONE, input: story },
  'stories.react': {
    expected: MEMBERS,
    input: ({ storyId }) => ({ body: { storyId, reaction: 'heart' } }),
  },
  'stories.unreact': {
    expected: MEMBERS,
    input: ({ storyId }) => ({ params: { id: storyId, reaction: 'heart' } }),
  },
  'stories.report': { expected: [401, 204, 403, 204], input: withBody(story) },
  'stories.reportReply': { expected: [401, 204, 403, 204], input: withBody(reply) },
  'stories.listTags': { expected: EVERYONE },
  'stories.createTag': {
    expected: [401, 403, 403, 201],
    input: ({ unique }) => ({ body: { name: `tag ${unique}` } }),
  },
  'stories.listPending': { expected: ADMINS },
  'stories.moderate': {
    expected: ADMINS,
    input: ({ pendingId }) => ({ params: { id: pendingId }, body: { approved: true } }),
  },
  'stories.remove': { expected: [401, 403, 403, 204], input: story },
  'stories.reject': {
    expected: ADMINS,
    input: ({ pendingId }) => ({ params: { id: pendingId }, body: { reason: 'A name is in it.' } }),
  },
  'stories.setTags': {
    expected: ADMINS,
    input: ({ storyId, unique }) => ({ params: { id: storyId }, body: { tags: [unique] } }),
  },
  'stories.listReports': { expected: ADMINS },
  'stories.resolveReport': {
    expected: [401, 403, 403, 204],
    input: ({ reportId }) => ({ params: { id: reportId }, body: { decision: 'keep' } }),
  },

  'settings.get': { expected: EVERYONE },
  'email.listOutbox': { expected: ADMINS },
  'operations.health': { expected: EVERYONE },
  'operations.openapi': { expected: EVERYONE },
  'operations.docs': { expected: EVERYONE },
}

const endpoints = Object.entries(allEndpoints).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

test('every call of the API has its row, and every row its call', () => {
  expect(Object.keys(ROWS).sort()).toEqual(endpoints.map(([name]) => name).sort())
})

test.for(endpoints)(
  '%s answers each of the four as it should',
  async ([name, endpoint], { api, world, context }) => {
    const row = ROWS[name]
    if (!row) throw new Error(`There is no row for ${name}.`)
    const actors = ['visitor', 'member', 'owner', 'admin'] as const
    for (const [index, actor] of actors.entries()) {
      const scene = await makeScene(world, context.db)
      const caller = await callerFor(actor, { api, world, scene })
      const response = await caller.request(endpoint, row.input?.(scene) ?? {})
      expect(`${actor}: ${response.status}`).toBe(`${actor}: ${row.expected[index]}`)
      expect(response.text).not.toContain('There is nothing at this address.')
    }
  },
)

test.for(endpoints.filter(([, endpoint]) => endpoint.who !== 'any'))(
  '%s refuses before it looks at what was sent',
  async ([, endpoint], { api, world }) => {
    const input = { params: { id: 'x', reaction: 'x' }, headers: {} } as TestInput<Endpoint>
    expect((await api.refuse(endpoint, input)).code).toBe('not_signed_in')
    if (endpoint.who !== 'admin') return
    const member = await world.member()
    expect((await api.as(member).refuse(endpoint, input)).code).toBe('not_allowed')
  },
)

test('the log of all of this knows nobody', ({ logLines, secrets }) => {
  expect(logLines.length).toBeGreaterThan(0)
  expect(secrets.size).toBeGreaterThan(0)
  expect(secrets.in(logLines.join('\n'))).toEqual([])
})

async function callerFor(
  actor: 'visitor' | 'member' | 'owner' | 'admin',
  { api, world, scene }: { api: TestApi; world: World; scene: Scene },
): Promise<TestApi> {
  const elsewhere = api.from(world.address())
  if (actor === 'visitor') return elsewhere
  if (actor === 'owner') return elsewhere.as(scene.owner)
  return elsewhere.as(actor === 'admin' ? await world.admin() : await world.member())
}

async function makeScene(world: World, db: Db): Promise<Scene> {
  const owner = await world.member()
  const storyId = await world.story({ author: owner })
  const pendingId = await world.story({ author: owner, status: 'pending' })
  const replyId = await world.reply({ author: owner, storyId })
  const reporter = await world.member()
  const { reportId } = await db
    .insertInto('report')
    .values({ storyId, replyId, memberId: reporter.id })
    .returning('reportId')
    .executeTakeFirstOrThrow()
  await world.session(owner.id)
  const { sessionId } = await db
    .selectFrom('session')
    .select('sessionId')
    .where('memberId', '=', owner.id)
    .orderBy('sessionId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { owner, storyId, pendingId, replyId, sessionId, reportId, unique: owner.username }
}

function story({ storyId }: Scene): TestInput<Endpoint> {
  return { params: { id: storyId } }
}

function reply({ replyId }: Scene): TestInput<Endpoint> {
  return { params: { id: replyId } }
}

function withBody(input: (scene: Scene) => TestInput<Endpoint>): Row['input'] {
  return (scene) => ({ ...input(scene), body: {} })
}

function emailOf({ owner }: Scene): { body: { email: string } } {
  return { body: { email: owner.email } }
}

function storyForm(): TestInput<Endpoint> {
  return { fields: { title: 'A title', category: 'faith', content: 'Some words.' } }
}
