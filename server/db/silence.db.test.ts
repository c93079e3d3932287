import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabaseProxy } from '#server/testing/database-proxy.ts'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { type Change, connectChanges } from './changes.ts'
import { connectDatabase } from './connect.ts'
import { inTransaction } from './transaction.ts'

async function openDatabase(): Promise<string> {
  const database = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  return database.url
}

test('a connection that is lost between two statements ends only its transaction', async () => {
  const url = await openDatabase()
  const { db, close } = connectDatabase({ url, max: 2 })
  onTestFinished(close)
  const broken = inTransaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 60000)`.execute(db)
    await sql`select 1`.execute(trx)
  })
  // An unhandled error would also fail the test run.
  await expect(broken).rejects.toThrow()
  await sql`select 1`.execute(db)
})

test('connections to a silent database are dropped, and its replacement at the same address is used', async () => {
  const url = new URL(await openDatabase())
  const proxy = await openDatabaseProxy(Number(url.port))
  onTestFinished(() => proxy.close())
  const direct = url.href
  url.port = String(proxy.port)
  const { db, pool, dropConnections, close } = connectDatabase({ url: url.href })
  onTestFinished(close)
  const changes = await connectChanges({
    url: url.href,
    pool,
    onError: () => {},
    onSilence: dropConnections,
    silence: { checkMs: 50, limitMs: 1_000 },
  })
  onTestFinished(() => changes.close())
  const received: Change[] = []
  changes.listen((change) => received.push(change))
  await sql`select 1`.execute(db)

  // As after a failover, when the old machine no longer answers.
  proxy.moveTo(Number(new URL(direct).port))
  await Promise.allSettled([sql`select 1`.execute(db)])
  await sql`select 1`.execute(db)
  await vi.waitFor(() => expect(received).toContainEqual({ kind: 'missed' }))

  const other = connectDatabase({ url: direct, max: 1 })
  onTestFinished(() => other.close())
  const change = { kind: 'topic', topic: 'stories' }
  const payload = JSON.stringify({ node: 'another', changes: [change] })
  await vi.waitFor(async () => {
    await sql`select pg_notify('folx_changes', ${payload})`.execute(other.db)
    expect(received).toContainEqual(change)
  })
})
