import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { guardEmbeddedPostgres } from './guardian.ts'

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.')
    await wait(50)
  }
}

test('a killed database is restarted at the same address, but not once it was stopped', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'folx-guardian-'))
  const reports: string[] = []
  const postgres = await guardEmbeddedPostgres({
    options: { directory, settings: { fsync: 'off', shared_buffers: '16MB' } },
    onCrash: (sentence) => reports.push(sentence),
    onFailure: (error) => reports.push(error.message),
  })
  try {
    const pidFile = await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8')
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
    await until(async () => reports.length > 0)
    await until(() => answers(postgres.url))
    expect(reports).toEqual(['The embedded database ended unexpectedly and is being restarted.'])
  } finally {
    await postgres.stop()
  }
  expect(await answers(postgres.url)).toBe(false)
  await rm(directory, { recursive: true, force: true })
})
