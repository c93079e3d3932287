import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { connectDatabase } from './connect.ts'
import { inTransaction } from './transaction.ts'

async function openDatabase(): Promise<string> {
  const database = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  return database.url
}

test('a connection that is lost between two statements ends its transaction and nothing else', async () => {
  const url = await openDatabase()
  const { db, close } = connectDatabase({ url, max: 2 })
  onTestFinished(close)
  const broken = inTransaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 60000)`.execute(db)
    await sql`select 1`.execute(trx)
  })
  // An error that nobody listens for would also fail the run.
  await expect(broken).rejects.toThrow()
  await sql`select 1`.execute(db)
})
