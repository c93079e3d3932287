import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { test as base, expect, inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { buildApp } from '#server/http/app.ts'
import { LOG_OPTIONS } from '#server/log.ts'
import { startJobWorkers } from '#server/workers.ts'
import { TestApi } from './api.ts'
import { TestClock } from './clock.ts'
import { closeContext, endWithin } from './end-within.ts'
import { readJobTables } from './job-tables.ts'
import { WAIT_MS } from './limits.ts'
import { World } from './population.ts'
import { Secrets } from './secrets.ts'
import { cloneDatabase } from './template-database.ts'

/** The log lines of a test file, for checks that they contain nothing private. */
export type LogLines = string[]

/**
 * Vitest's `test` with the real application and a new database for each file. The tests of a file
 * share them, so a test should check only what it created.
 */
export const test = base
  .extend('time', { scope: 'file' }, () => new TestClock())
  .extend('clock', ({ time }, { onCleanup }) => {
    onCleanup(() => time.reset())
    return time
  })
  // How often to check for due jobs, in milliseconds. Short, because tests change when jobs are due
  // without a notification.
  .extend('jobPollMs', { scope: 'file' }, (): number => 250)
  .extend('logLines', { scope: 'file' }, (): LogLines => [])
  // Private values that the tests of the file use.
  .extend('secrets', { scope: 'file' }, () => new Secrets())
  .extend(
    'context',
    { scope: 'file' },
    async ({ jobPollMs, logLines, secrets, time }, { onCleanup }): Promise<Context> => {
      const database = await cloneDatabase(inject('adminUrl'))
      const dataDir = await mkdtemp(join(tmpdir(), 'folx-data-'))
      const log = pino(
        { ...LOG_OPTIONS, level: 'trace' },
        { write: (line: string) => logLines.push(line) },
      )
      const config = readConfig({
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
      })
      const context = await createContext({
        config,
        log,
        databaseUrl: database.url,
        now: time.now,
        jobPollMs,
      })
      // A busy machine may take longer than a site’s callers should wait.
      context.pool.options.connectionTimeoutMillis = WAIT_MS
      await startJobWorkers(context, { checksSite: false })
      onCleanup(async () => {
        // No job may leave a name, address or password behind.
        const found = secrets.in(await readJobTables(context.db))
        try {
          await closeContext(context)
        } finally {
          // Ends the connections that a failed test has kept.
          await database.drop()
          await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
        }
        expect(found, 'secrets in the job tables').toEqual([])
      })
      return context
    },
  )
  .extend('app', { scope: 'file' }, async ({ context }, { onCleanup }) => {
    const app = await buildApp(context)
    await app.ready()
    onCleanup(() => endWithin('The HTTP server', app.close()))
    return app
  })
  .extend('api', { scope: 'file' }, ({ app, secrets }) => new TestApi(app, { secrets }))
  .extend('world', { scope: 'file' }, ({ context, secrets }) => new World(context.db, secrets))
  // Makes calls as a new administrator.
  .extend('admin', async ({ api, world }) => api.as(await world.admin()))

/**
 * Adds the last test of a file: nothing logged before it names a person or contains these words.
 */
export function testLogNamesNobody(...words: string[]): void {
  test('the logs of these tests name no member', ({ logLines, secrets }) => {
    const log = logLines.join('\n')
    expect(logLines.length).toBeGreaterThan(0)
    expect(secrets.size).toBeGreaterThan(0)
    expect(secrets.in(log)).toEqual([])
    for (const word of words) expect(log).not.toContain(word)
  })
}
