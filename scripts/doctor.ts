/**
 * `npm run doctor`: checks everything that can be wrong with the site, running or stopped, and changes
 * nothing. docs/operations.md says how to read the results.
 */

import { join } from 'node:path'
import { HOUR_MS } from '#contract/durations.ts'
import type { CheckResult, CheckState } from '#contract/maintenance.ts'
import { type Site, weightOf } from '#server/checks/check.ts'
import { systemProbes } from '#server/checks/probes.ts'
import { runChecks, sortResults } from '#server/checks/run.ts'
import { counted, spanInWords } from '#server/checks/words.ts'
import { type Config, readConfig } from '#server/config.ts'
import { configureAreas, readConnections } from '#server/connections.ts'
import { type Checkpoint, parseCheckpoint } from '#server/db/checkpoint.ts'
import { connectDatabase, type Db } from '#server/db/connect.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { embeddedUrls } from '#server/db/roles.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { listResults } from '#server/features/maintenance/checks.ts'
import { readMasterKeyFile } from '#server/master-key.ts'
import { createDnsSenderDomains } from '#server/ports/sender-domain/dns.ts'
import { StartError } from '#server/start-error.ts'
import { readCommandLine } from './command-line.ts'
import { interrupted, requireSite, startOwnDatabase } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

const HELP = `npm run doctor [-- --json] [--checkpoint "Entry 12, …"]

Checks the site: disk, memory, clock, database, backups, audit log, background work, files, email,
payments, live room, providers, certificate, proxy, secrets and versions. Says for each problem what it
means and what to do. Works while the server runs and while it is stopped, and changes nothing: of the
test file that it stores, nothing is left.

  --json        prints the results as JSON
  --checkpoint  compares the audit log with a checkpoint, copied from the end of an email or from the
                page “Who can see what”

Ends with 0 when everything is fine, 1 with warnings, 2 when a check failed, 3 when the checks could
not be run.`

/** Older results from the server are ignored. */
const RECENT_MS = 3 * HOUR_MS
const EXIT_CODES: Record<CheckState, number> = { ok: 0, skipped: 0, warning: 1, failed: 2 }
const SIGNS: Record<CheckState, string> = {
  ok: 'ok      ',
  skipped: '-       ',
  warning: 'WARNING ',
  failed: 'FAILED  ',
}

const { values: options } = readCommandLine({
  help: HELP,
  options: { json: { type: 'boolean' }, checkpoint: { type: 'string' } },
  wrongCall: 3,
})

try {
  loadEnvFile()
  const checks = await examine(readConfig(process.env), readCheckpointOption(options.checkpoint))
  console.log(options.json ? JSON.stringify({ checks }, null, 2) : inWords(checks))
  process.exitCode = Math.max(...checks.map(({ state }) => EXIT_CODES[state]))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 3
}

/** Throws a StartError if it is no checkpoint. */
function readCheckpointOption(text: string | undefined): Checkpoint | undefined {
  if (text === undefined) return undefined
  const checkpoint = parseCheckpoint(text)
  if (checkpoint) return checkpoint
  throw new StartError(
    'This is not a checkpoint. Copy all of it, in quotation marks: "Entry 12, 9f3a-5c1b-22de-8a01-77c0, 2026-03-05 12:00 UTC"',
  )
}

async function examine(config: Config, checkpoint: Checkpoint | undefined): Promise<CheckResult[]> {
  await using cleanups = new AsyncDisposableStack()
  // Asked first, because the checks start a stopped database.
  const wasStopped = await isStopped(config)
  const url = await databaseUrl(config, cleanups)
  const connection = url === undefined ? undefined : connectDatabase({ url, max: 4 })
  if (connection) cleanups.defer(() => connection.close())
  if (connection) await addConnections(config, connection.db)
  const site: Site = {
    config,
    environment: process.env,
    now: () => new Date(),
    db: connection?.db,
    senderDomains: createDnsSenderDomains(),
    probes: systemProbes,
    server: undefined,
    checkpoint,
  }
  const results = await runChecks(site)
  // The signal is about to end the process.
  if (interrupted.aborted) return await new Promise(() => {})
  // Those of a stopped server may belong to an earlier configuration.
  const server = wasStopped ? undefined : connection?.db
  return sortResults(await withServerResults(results, server))
}

/** Adds what is set up on the page Connections. What can't be read is found by a check. */
async function addConnections(config: Config, db: Db): Promise<void> {
  try {
    const keys = keysFrom(config.dataKey ?? (await readMasterKeyFile(config.dataDir)))
    const { areas } = configureAreas(config, await readConnections(db, keys))
    Object.assign(config, ...areas.values())
  } catch {
    // The database doesn't answer, is older than this release, or belongs to another key.
  }
}

/** Whether no server uses the site. Of a site with `DATABASE_URL`, other nodes may. */
async function isStopped({ database, dataDir }: Config): Promise<boolean> {
  if (database.provider === 'url') return false
  return !(await findRunningPostgres(join(dataDir, 'postgres')))
}

/** Undefined if the database can't be started. Never creates a database. */
async function databaseUrl(
  config: Config,
  cleanups: AsyncDisposableStack,
): Promise<string | undefined> {
  const { database, dataDir } = config
  if (database.provider === 'url') return database.url
  const directory = join(dataDir, 'postgres')
  const running = await findRunningPostgres(directory)
  if (running) return embeddedUrls(running).url
  await requireSite(config)
  const folder = await openDataFolder(dataDir)
  cleanups.defer(() => folder.release())
  try {
    return embeddedUrls(await startOwnDatabase(directory, cleanups)).url
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    return undefined
  }
}

/** Replaces results that only the running server can find with those of its last checks. */
async function withServerResults(
  results: readonly CheckResult[],
  db: Db | undefined,
): Promise<CheckResult[]> {
  const rows = db ? await listResults(db).catch(() => []) : []
  return results.map((result) => {
    const row = rows.find(({ name, state }) => name === result.name && state !== 'skipped')
    const age = row && Date.now() - row.checkedAt.getTime()
    if (!row || age === undefined || age > RECENT_MS) return result
    if (result.finding !== 'Only the running server can tell.') return result
    const { finding, meaning, action } = row
    return {
      ...result,
      meaning,
      action,
      // The server wrote it as a `CheckState`.
      state: row.state as CheckState,
      finding: `${finding} (Checked by the server ${spanInWords(age)} ago.)`,
    }
  })
}

function inWords(checks: readonly CheckResult[]): string {
  const width = Math.max(...checks.map(({ title }) => title.length)) + 2
  const indent = ' '.repeat(10 + width)
  // Problems come last, where they stay visible in the terminal.
  const lines = [...checks]
    .sort((one, other) => weightOf(other) - weightOf(one))
    .flatMap(({ state, title, finding, meaning, action }) => [
      `  ${SIGNS[state]}${title.padEnd(width)}${finding}`,
      ...(meaning ? [`${indent}What it means: ${meaning}`] : []),
      ...(action ? [`${indent}What to do: ${action}`] : []),
    ])
  const count = (state: CheckState): number =>
    checks.filter((check) => check.state === state).length
  return `${lines.join('\n')}\n\n${summary(count('failed'), count('warning'))}`
}

function summary(failed: number, warnings: number): string {
  if (failed + warnings === 0) return 'Everything is fine.'
  return `${counted(failed, 'check')} failed, ${counted(warnings, 'warning')}.`
}
