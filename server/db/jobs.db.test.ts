import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { test as applicationTest } from '#server/testing/world.ts'
import { connectDatabase, type DatabaseConnection } from './connect.ts'
import { POLL_MS } from './due-jobs.ts'
import { errorOf, installJobs, type Jobs, startJobs } from './jobs.ts'

/** Longer than any test, so a node with this interval never checks again. In milliseconds. */
const NEVER = 3_600_000

let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: DatabaseConnection
const nodes: Jobs[] = []

beforeAll(async () => {
  database = await cloneDatabase(inject('adminUrl'))
  connection = connectDatabase({ url: database.url, onError: () => {} })
})

afterEach(async () => {
  for (const jobs of nodes.splice(0)) await jobs.close()
  await connection.pool.query('delete from job.job')
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

async function startNode(options: { pollMs?: number } = {}): Promise<Jobs> {
  const jobs = await startJobs({ url: database.url, onError: () => {}, ...options })
  nodes.push(jobs)
  return jobs
}

/** Starts a worker and waits until it has found nothing and sleeps. */
async function startSleepingWorker(
  jobs: Jobs,
  handler: (key: string) => Promise<void>,
): Promise<void> {
  await jobs.work('remove-file', ({ key }) => handler(key))
  await wait(500)
}

/** Queues a job as if its notification had been lost. */
async function queueWithoutNotification(key: string): Promise<void> {
  await connection.pool.query(
    `insert into job.job (name, data, retry_limit, expire_seconds)
     values ('remove-file', $1, 2, 60)`,
    [JSON.stringify({ key })],
  )
}

test('work that can start at once wakes a sleeping worker of another node', async () => {
  const sender = await startNode({ pollMs: NEVER })
  const done: string[] = []
  await startSleepingWorker(await startNode({ pollMs: NEVER }), async (key) => void done.push(key))
  await sender.send(connection.db, 'remove-file', { key: 'a' })
  await sender.send(connection.db, 'remove-file', { key: 'b' }, { startAfter: 0 })
  await vi.waitFor(() => expect(done.toSorted()).toEqual(['a', 'b']))
})

test('work starts even if its notification was lost', async () => {
  const done: string[] = []
  await startSleepingWorker(await startNode(), async (key) => void done.push(key))
  await queueWithoutNotification('a')
  await vi.waitFor(() => expect(done).toEqual(['a']))
})

test('work starts even if all connections of the queue were terminated', async () => {
  const done: string[] = []
  const jobs = await startNode()
  await startSleepingWorker(jobs, async (key) => void done.push(key))
  await connection.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'folx-jobs' and datname = current_database()`,
  )
  await jobs.send(connection.db, 'remove-file', { key: 'a' })
  await vi.waitFor(() => expect(done).toEqual(['a']))
})

test('delayed work starts when its delay is over', async () => {
  const startedAt: number[] = []
  const jobs = await startNode()
  await startSleepingWorker(jobs, async () => void startedAt.push(performance.now()))
  const sentAt = performance.now()
  await jobs.send(connection.db, 'remove-file', { key: 'a' }, { startAfter: 4 })
  await vi.waitFor(() => expect(startedAt).toHaveLength(1))
  const [at = 0] = startedAt
  expect(at - sentAt).toBeGreaterThanOrEqual(4_000)
})

test('a failed job is retried after its delay', async () => {
  const tries: number[] = []
  const jobs = await startNode()
  await jobs.work('send-till-event', async () => {
    tries.push(performance.now())
    if (tries.length === 1) throw new Error('not yet')
  })
  await jobs.send(connection.db, 'send-till-event', { body: 'a' })
  await vi.waitFor(() => expect(tries).toHaveLength(2))
  const [first = 0, second = 0] = tries
  // The queue waits two seconds, plus or minus a random share.
  expect(second - first).toBeGreaterThanOrEqual(1_000)
})

test('nodes do each job once, however it was announced', async () => {
  const done: string[] = []
  const [first, second] = [await startNode(), await startNode()]
  for (const jobs of [first, second]) {
    await startSleepingWorker(jobs, async (key) => void done.push(key))
  }
  const keys = Array.from({ length: 20 }, (_, number) => String(number))
  for (const key of keys.slice(0, 10)) await first.send(connection.db, 'remove-file', { key })
  for (const key of keys.slice(10)) await queueWithoutNotification(key)
  await vi.waitFor(() => expect(done).toHaveLength(20))
  // No job is done again.
  await wait(4_000)
  expect(done.toSorted()).toEqual(keys.toSorted())
})

/**
 * For how many seconds the statements of an idle server are counted, and how many are allowed: all
 * the work of a minute can fall into that time. `npm run bench -- --only idle` measures the
 * average.
 */
const IDLE = { seconds: 10, statements: 25 }

const usualTest = applicationTest.extend<{ $file: { jobPollMs: number } }>({
  jobPollMs: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from this pattern.
    async ({}, use) => {
      await use(POLL_MS)
    },
    { scope: 'file' },
  ],
})

usualTest('an idle server hardly queries its database', async ({ context }) => {
  expect(context.jobs).toBeDefined()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  // Wait until the first runs of repeated work, which begin with the server, are over.
  await vi.waitFor(async () => {
    query.mockClear()
    await wait(1_500)
    expect(query.mock.calls.length).toBeLessThanOrEqual(2)
  })
  query.mockClear()
  await wait(IDLE.seconds * 1_000)
  const statements = query.mock.calls.map(([statement]) => statement)
  query.mockRestore()
  expect(statements.length, JSON.stringify(statements)).toBeLessThanOrEqual(IDLE.statements)
})

test('long work is given back soon after its node died, even on an older site', async () => {
  const seconds = async (): Promise<unknown[]> => {
    const { rows } = await connection.pool.query(
      `select name, heartbeat_seconds as seconds from job.queue
       where heartbeat_seconds is not null order by name`,
    )
    return rows
  }
  const long = [
    { name: 'convert-live-recording', seconds: 60 },
    { name: 'convert-recording', seconds: 60 },
    { name: 'make-backup', seconds: 60 },
    { name: 'send-mailing', seconds: 30 },
  ]
  expect(await seconds()).toEqual(long)
  await connection.pool.query('update job.queue set heartbeat_seconds = null')
  await installJobs(database.ownerUrl)
  expect(await seconds()).toEqual(long)
})

test('emails are tried as often on an older site as on a new one', async () => {
  const tries = async (): Promise<unknown> => {
    const { rows } = await connection.pool.query(
      `select retry_limit, expire_seconds from job.queue where name = 'send-email'`,
    )
    return rows
  }
  const anew = await tries()
  await connection.pool.query(
    `update job.queue set retry_limit = 12, expire_seconds = 120 where name = 'send-email'`,
  )
  await installJobs(database.ownerUrl)
  expect(await tries()).toEqual(anew)
})

test('an error that the queue reports as a plain object becomes an Error with its stack and code', () => {
  const stack = 'error: terminating connection\n    at here'
  const error = errorOf({ message: 'terminating connection', stack, code: '57P01' })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ message: 'terminating connection', stack, code: '57P01' })
})

test('a batch of a mailing has one job at a time', async () => {
  const jobs = await startNode({ pollMs: NEVER })
  const { db } = connection
  const [batch, other] = [
    { data: { mailingId: 1, batch: 0 }, singletonKey: '1-0' },
    { data: { mailingId: 1, batch: 1 }, singletonKey: '1-1' },
  ]
  const states = async (): Promise<unknown[]> => {
    const { rows } = await connection.pool.query(
      `select data, state from job.job where name = 'send-mailing' order by created_on, singleton_key`,
    )
    return rows
  }
  await jobs.sendAll(db, 'send-mailing', [batch, other])
  await jobs.sendAll(db, 'send-mailing', [batch, other])
  const queued = [batch, other].map(({ data }) => ({ data, state: 'created' }))
  expect(await states()).toEqual(queued)
  const setState = (state: string) =>
    connection.pool.query(
      `update job.job set state = $1 where name = 'send-mailing' and singleton_key = '1-0'`,
      [state],
    )
  for (const state of ['active', 'retry']) {
    await setState(state)
    await jobs.sendAll(db, 'send-mailing', [batch])
    expect(await states()).toHaveLength(2)
  }
  await setState('completed')
  await jobs.sendAll(db, 'send-mailing', [batch, other])
  expect(await states()).toHaveLength(3)
})
