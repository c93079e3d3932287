import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished } from 'vitest'
import { settingsEndpoints } from '#contract/settings.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import { World } from '#server/testing/population.ts'
import { cloneDatabase, type TestDatabase } from '#server/testing/template-database.ts'
import { test } from '#server/testing/world.ts'
import { startJobWorkers } from '#server/workers.ts'
import { confirmRestoration } from './restoration.ts'

const { createCheckout, cancelSubscription, stripeWebhook, listPurchases } = shopEndpoints

interface Node {
  api: TestApi
  context: Context
  world: World
  close(): Promise<void>
}

/** A database that is marked as restored from a backup. */
async function restoredDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(`update website_settings set restored_from = '2026-03-05T12:00:00Z'`)
  await client.end()
  return database
}

/** Starts the site with a data folder that later starts reuse. */
async function startNode(database: TestDatabase, dataDir: string): Promise<Node> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
  }
  const config = readConfig(environment)
  const log = pino({ level: 'silent' })
  const context = await createContext({ config, log, databaseUrl: database.url })
  await startJobWorkers(context)
  const app = await buildApp(context)
  await app.ready()
  const close = async (): Promise<void> => {
    await app.close()
    await context.close()
  }
  return { api: new TestApi(app), context, world: new World(context.db), close }
}

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-unconfirmed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

test('a restored site neither takes payments nor cancels subscriptions until it is confirmed', async () => {
  const database = await restoredDatabase()
  const dataDir = await dataFolder()
  const node = await startNode(database, dataDir)
  const { api, world } = node
  const member = await world.member()
  const own = api.as(member)
  const productId = await world.product()
  const monthly = await world.product({ productType: 'subscription' })
  await world.purchase({ member, productId: monthly })
  const [{ subscriptionId } = { subscriptionId: null }] = (await own.call(listPurchases)).items
  const closed = {
    status: 503,
    code: 'provider_unavailable',
    message: expect.stringContaining('takes no payments yet'),
  }
  const checkout = { body: { productId } }
  expect(await own.refuse(createCheckout, checkout)).toMatchObject(closed)
  const params = { subscriptionId: subscriptionId ?? '' }
  expect(await own.refuse(cancelSubscription, { params })).toMatchObject(closed)
  // The provider will send the event again later.
  const event = { payload: '{}', headers: { 'stripe-signature': 't=1,v1=0' } }
  expect(await api.refuse(stripeWebhook, event)).toMatchObject(closed)
  expect((await own.call(listPurchases)).items).toMatchObject([{ status: 'active' }])
  await node.close()

  expect(await confirmRestoration(database.url)).toBe(true)
  const live = await startNode(database, dataDir)
  const { url } = await live.api.as(member).call(createCheckout, checkout)
  expect(url).toContain('/till/')
  await live.close()
})

test('a restored site runs no background jobs until it is confirmed', async () => {
  const database = await restoredDatabase()
  const dataDir = await dataFolder()
  const node = await startNode(database, dataDir)
  expect(node.context.isUnconfirmed).toBe(true)
  expect(await node.api.call(settingsEndpoints.get)).toMatchObject({
    restoredFrom: '2026-03-05T12:00:00.000Z',
  })
  expect(await scheduled(node)).toBe(0)
  await node.close()

  await confirmRestoration(database.url)
  const live = await startNode(database, dataDir)
  expect(live.context.isUnconfirmed).toBe(false)
  expect(await live.api.call(settingsEndpoints.get)).toMatchObject({ restoredFrom: null })
  expect(await scheduled(live)).toBeGreaterThan(5)
  await live.close()
})

/** The number of scheduled jobs. */
async function scheduled({ context }: Node): Promise<number> {
  const { rows } = await context.pool.query('select from job.schedule')
  return rows.length
}
