import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import { storyEndpoints } from '#contract/stories.ts'
import { teamEndpoints } from '#contract/team.ts'
import { userEndpoints } from '#contract/users.ts'
import { type Context, createContext } from '#server/context.ts'
import { TestApi } from '#server/testing/api.ts'
import { startOtherNode } from '#server/testing/other-node.ts'
import { test as base } from '#server/testing/world.ts'
import { startJobWorkers } from '#server/workers.ts'
import { buildApp } from './app.ts'

const test = base.extend('otherNode', { scope: 'file' }, async ({ context }, { onCleanup }) => {
  const other = await startOtherNode(context)
  await startJobWorkers(other.context, { checksSite: false })
  const app = await buildApp(other.context)
  await app.ready()
  onCleanup(async () => {
    await app.close()
    await other.close()
  })
  return { api: new TestApi(app) }
})

// Caches take their time from here. Nothing in them expires during a test, so a node that shows a
// change was told of it.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
})
afterEach(() => vi.restoreAllMocks())

test('a session that ends on one node is refused on the other, which had it cached', async ({
  api,
  world,
  otherNode,
}) => {
  const ana = await world.member()
  await otherNode.api.as(ana).call(accountEndpoints.currentUser)
  await api.as(ana).call(accountEndpoints.logout)
  await vi.waitFor(async () => {
    const answer = await otherNode.api.as(ana).request(accountEndpoints.currentUser)
    expect(answer.status).toBe(401)
  })
})

test('settings saved on one node are answered by the other, which had old ones cached', async ({
  api,
  world,
  otherNode,
}) => {
  const admin = await world.admin()
  const { get, save } = settingsEndpoints
  const keeps = { siteTitle: 'Folx', answerPromiseHours: 48 }
  expect(await otherNode.api.call(get)).toMatchObject(keeps)
  await api.as(admin).call(save, { body: { siteTitle: 'Two Nodes' } })
  await vi.waitFor(async () => {
    expect(await otherNode.api.call(get)).toMatchObject({ ...keeps, siteTitle: 'Two Nodes' })
  })
})

test('rights removed on one node are refused on the other, which had them cached', async ({
  api,
  world,
  otherNode,
}) => {
  const [admin, other] = [await world.admin(), await world.admin()]
  const { list, suspend } = userEndpoints
  await otherNode.api.as(other).call(list)
  const params = { id: other.id }
  await api.as(admin).call(teamEndpoints.changeRights, {
    body: { anonymousUsername: other.anonymousUsername, rights: [] },
  })
  await vi.waitFor(async () => {
    expect((await otherNode.api.as(other).request(list)).status).toBe(403)
  })
  await api.as(admin).call(suspend, { params, body: { isSuspended: true, reason: 'Spam' } })
  await vi.waitFor(async () => {
    expect((await otherNode.api.as(other).request(list)).status).toBe(401)
  })
})

test('a story approved on one node is in the list of the other', async ({
  api,
  world,
  otherNode,
}) => {
  const ana = await world.member()
  const admin = await world.admin()
  const id = await world.story({ author: ana, status: 'pending', category: 'mindset' })
  const query = { category: 'mindset' as const }
  expect((await otherNode.api.call(storyEndpoints.list, { query })).items).toEqual([])
  await api.as(admin).call(storyEndpoints.moderate, { params: { id }, body: { approved: true } })
  await vi.waitFor(async () => {
    const { items, total } = await otherNode.api.call(storyEndpoints.list, { query })
    expect(items.map((story) => story.id)).toEqual([id])
    expect(total).toBe(1)
  })
})

test('members read their own writes at once', async ({ api, world }) => {
  const ana = await world.member()
  const storyId = await world.story({ author: ana })
  const params = { id: storyId }
  for (let count = 1; count <= 20; count += 1) {
    await api.as(ana).call(storyEndpoints.reply, { body: { storyId, content: `Reply ${count}` } })
    const replies = await api.as(ana).call(storyEndpoints.listReplies, { params })
    expect(replies).toHaveLength(count)
    const story = await api.as(ana).call(storyEndpoints.get, { params })
    expect(story.replyCount).toBe(count)
  }
})

test('nodes count limits together', async ({ world, api, otherNode }) => {
  const ana = await world.member()
  const wrong = { body: { username: ana.username, password: 'not the password' } }
  for (let count = 0; count < 5; count += 1) {
    expect((await api.refuse(accountEndpoints.login, wrong)).status).toBe(401)
    expect((await otherNode.api.refuse(accountEndpoints.login, wrong)).status).toBe(401)
  }
  const right = { body: { username: ana.username, password: ana.password } }
  expect((await api.refuse(accountEndpoints.login, right)).code).toBe('rate_limited')
  expect((await otherNode.api.refuse(accountEndpoints.login, right)).code).toBe('rate_limited')
})

test('an email queued on one node is sent once, whichever node sends it', async ({
  context,
  api,
  otherNode,
}) => {
  const email = 'two-nodes@example.org'
  await api.call(accountEndpoints.requestOtp, { body: { email } })
  await otherNode.api.call(accountEndpoints.requestOtp, { body: { email } })
  await vi.waitFor(async () => {
    const open = await context.db
      .selectFrom('emailMessage')
      .select('emailMessageId')
      .where('toAddress', '=', email)
      .where('sentAt', 'is', null)
      .execute()
    expect(open).toEqual([])
  })
  const mails = await context.db
    .selectFrom('outboxMail')
    .select('idempotencyKey')
    .where('toAddress', '=', email)
    .execute()
  expect(mails).toHaveLength(2)
})

test('a node without the master key, or with another one, cannot start', async ({ context }) => {
  const { database } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-node-'))
  const start = (dataKey?: Buffer): Promise<Context> =>
    createContext({
      config: { ...context.config, dataDir, dataKey },
      log: pino({ level: 'silent' }),
      databaseUrl: database.url,
    })
  await expect(start()).rejects.toThrow(`The master key ${join(dataDir, 'data.key')} is missing`)
  expect(await readdir(dataDir)).toEqual(['tmp'])
  const other = start(Buffer.alloc(32, 9))
  await expect(other).rejects.toThrow('is not the key that this database was made with')
  await rm(dataDir, { recursive: true, force: true })
})
