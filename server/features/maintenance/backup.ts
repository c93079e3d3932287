import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import type { Backups } from '#contract/maintenance.ts'
import { startInBackground } from '#server/background-process.ts'
import { findIdentity, recipientOf } from '#server/backup/sealing.ts'
import { sameDiskSentence } from '#server/checks/backup-place.ts'
import type { BackupAddress, BackupConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClockText, latestRun } from '#server/domain/schedule.ts'
import { requireKnown, versioned } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { checkSite } from './checks.ts'

const SCRIPTS = join(import.meta.dirname, '../../../scripts')

/** Runs one of our commands to its end. Returns why it failed; undefined if it didn't. */
export type RunCommand = (
  script: 'backup.ts' | 'drill.ts',
  options?: {
    args?: readonly string[]
    /** The text for its stdin. */
    input?: string
  },
) => Promise<string | undefined>

/** Each function makes a backup or a restore drill if one is due. */
interface BackupSchedule {
  backUp(): Promise<void>
  drill(): Promise<void>
}

/**
 * Makes backups and restore drills on the configured schedule. They run as the operator's commands
 * in a separate process, because encryption would block requests.
 */
export function createBackupSchedule(
  context: Context,
  run: RunCommand = commandsOf(context),
): BackupSchedule {
  const { config, db, now, log } = context
  const triedAt: { backup?: Date; drill?: Date } = {}
  const attempt = async (kind: Kind): Promise<void> => {
    triedAt[kind] = now()
    const args = kind === 'backup' ? ['--scheduled'] : []
    const problem = await runShown(context, kind, () => run(`${kind}.ts`, { args }))
    if (problem === undefined) log.info(`the scheduled ${kind} is done`)
    else log.error(`the scheduled ${kind} failed`)
  }
  return {
    backUp: async () => {
      const localTime = await backupTime(context)
      if (!localTime) return
      const { timeZone } = await readSettings(db)
      const doneAt = await findLastBackup(db)
      const attempts = { now: now(), doneAt, triedAt: triedAt.backup }
      if (isBackupDue(attempts, { localTime, timeZone })) await attempt('backup')
    },
    drill: async () => {
      if (!config.backup?.drillKey) return
      const doneAt = (await findLastDrill(db))?.madeAt
      const attempts = { now: now(), doneAt, triedAt: triedAt.drill }
      const hasBackup = (await findLastBackup(db)) !== undefined
      if (isDrillDue(attempts, { hasBackup })) await attempt('drill')
    },
  }
}

/** Our commands read the environment, so they get what is set up on the page that way. */
function commandsOf({ config, connections }: Pick<Context, 'config' | 'connections'>): RunCommand {
  return async (script, { args = [], input = '' } = {}) => {
    const stored = config.environment.backups ? null : connections.stored.get('backups')
    const env = { ...process.env, ...stored }
    const child = startInBackground(join(SCRIPTS, script), { args, env, isRead: true })
    let printed = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      printed = (printed + chunk.toString()).slice(-MOST_PRINTED)
    })
    // A command that ends early doesn't read it.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    const [code, signal] = await once(child, 'close')
    return code === 0 ? undefined : problemIn(printed, { code, signal })
  }
}

/** How much of what a command printed is kept, in characters. */
const MOST_PRINTED = 4_000
/** How much of it people read. */
const MOST_SHOWN = 600

/** The output of a failed command, for people: sentences, but no stack of an unexpected error. */
export function problemIn(
  printed: string,
  { code, signal }: { code: number | null; signal: string | null },
): string {
  const isUnexpected = /^\s+at /m.test(printed)
  const lines = printed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !/^\((node:\d+|Use `node)/.test(line))
  if (!isUnexpected && lines.length > 0) return lines.join(' ').slice(-MOST_SHOWN)
  const how = signal ? `it was stopped (${signal})` : `it ended with code ${code}`
  return `Something unexpected went wrong: ${how}. The server’s log has the details. Show this to whoever runs your server.`
}

type Kind = 'backup' | 'drill'

/** How often a run shows that it goes on, and when one that didn't counts as killed. */
const ALIVE_MS = 15_000
const DEAD_MS = 60_000

/** Runs something while the page shows that it does, and keeps why it failed. Never throws. */
async function runShown(
  { db, log }: Pick<Context, 'db' | 'log'>,
  kind: Kind,
  run: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const startedAt = new Date()
  const show = async (changes: { endedAt?: Date; problem?: string | null }): Promise<void> => {
    const row = { startedAt, aliveAt: new Date(), endedAt: null, problem: null, ...changes }
    await db
      .insertInto('maintenanceRun')
      .values({ kind, ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute()
      .catch((error: unknown) => log.error({ err: error }, 'a run could not be recorded'))
  }
  await show({})
  const timer = setInterval(() => void show({}), ALIVE_MS).unref()
  const problem = await run().catch((error: unknown) => {
    log.error({ err: error }, `the ${kind} could not be started`)
    return 'It could not be started. The server’s log says why.'
  })
  clearInterval(timer)
  await show({ endedAt: new Date(), problem: problem ?? null })
  return problem
}

/** Time, in milliseconds, after which a failed backup or drill is retried. */
const RETRY_MS = HOUR_MS
/** Time between restore drills, in milliseconds. */
const DRILL_MS = 30 * DAY_MS

interface Attempts {
  now: Date
  /** When the last one was completed. */
  doneAt: Date | undefined
  /** When this process last started one. */
  triedAt: Date | undefined
}

/** Whether a daily backup is due. One that was missed while the server was stopped is made late. */
export function isBackupDue(
  { now, doneAt, triedAt }: Attempts,
  { localTime, timeZone }: { localTime: ClockText; timeZone: string },
): boolean {
  if (isTooSoon(now, triedAt)) return false
  // A time in the future was written by a wrong clock and is ignored.
  if (!doneAt || doneAt > now) return true
  return doneAt < latestRun({ localTime, timeZone, until: now }).at
}

/** Whether a restore drill is due; never without a backup. */
export function isDrillDue(
  { now, doneAt, triedAt }: Attempts,
  { hasBackup }: { hasBackup: boolean },
): boolean {
  if (!hasBackup || isTooSoon(now, triedAt)) return false
  return !doneAt || doneAt > now || now.getTime() - doneAt.getTime() >= DRILL_MS
}

function isTooSoon(now: Date, triedAt: Date | undefined): boolean {
  return triedAt !== undefined && Math.abs(now.getTime() - triedAt.getTime()) < RETRY_MS
}

/** The time of the daily backup; undefined if the server makes none. The environment goes first. */
async function backupTime({
  config,
  db,
}: Pick<Context, 'config' | 'db'>): Promise<ClockText | undefined> {
  if (!config.backup) return undefined
  return config.backup.time ?? (await findChosenTime(db)) ?? undefined
}

/** The backups, as the page Backups and health shows them. */
export async function readBackups(context: Pick<Context, 'config' | 'db'>): Promise<Backups> {
  const { config, db } = context
  const lastAt = await findLastBackup(db)
  const runs = await readRuns(db)
  const drill = await findLastDrill(db)
  const isRunning = runs.isQueued || runs.backup.isRunning
  const time = (await backupTime(context)) ?? null
  return {
    isSetUp: config.backup !== undefined,
    ...versioned({ time }),
    isTimeFixed: config.backup?.time !== undefined,
    place: config.backup ? placeName(config.backup.address) : null,
    sharesDisk: sameDiskSentence(config) !== undefined,
    lastAt: lastAt?.toISOString() ?? null,
    isRunning,
    problem: isRunning ? null : problemSince(runs.backup, lastAt),
    trial: {
      isRunning: runs.drill.isRunning,
      lastAt: drill?.madeAt.toISOString() ?? null,
      hasPassed: drill?.isPassed ?? null,
      seconds: drill?.seconds ?? null,
      problem: runs.drill.isRunning ? null : runs.drill.problem,
    },
  }
}

/** Why the last run failed, unless it was done another way since. */
function problemSince({ problem, startedAt }: Run, doneAt: Date | undefined): string | null {
  return startedAt && doneAt && doneAt >= startedAt ? null : problem
}

function placeName(address: BackupAddress): string {
  return address.provider === 'folder' ? address.path : `s3://${address.bucket}/${address.prefix}`
}

/**
 * Restores the newest backup beside the site and uses it, in a process of its own that gets the key
 * in its stdin. The key is stored nowhere.
 */
export async function tryRestore(
  context: Context,
  admin: Pick<Admin, 'id'>,
  text: string,
  run: RunCommand = commandsOf(context),
): Promise<Backups> {
  const { recipient } = requireSetUp(context)
  const key = findIdentity(text)
  const own = key && (await recipientOf(key))
  if (!key || !own) {
    throw wrongKey('This isn’t a backup key. It begins with AGE-SECRET-KEY-1.')
  }
  if (own !== recipient) {
    throw wrongKey(
      'This is another key. Choose the one that you kept when backups were set up. If you changed the key since the last backup, back up now first.',
    )
  }
  await context.limits.consume('trial-restore', admin.id)
  const backups = await readBackups(context)
  if (!backups.lastAt) throw new AppError('conflict', 'There is no backup yet. Make one first.')
  if (backups.trial.isRunning) return backups
  await recordAudit(context.db, admin, { action: 'restore-tried', subjectId: 'backup' })
  const work = runShown(context, 'drill', () =>
    run('drill.ts', { args: ['--key-stdin'], input: key }),
  ).then(() => checkSite(context))
  work.catch((error: unknown) => context.log.error({ err: error }, 'the checks failed'))
  return { ...backups, trial: { ...backups.trial, isRunning: true, problem: null } }
}

function wrongKey(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { key: sentence } })
}

/**
 * Starts a backup, unless one has been started. It is kept as long as one that the operator makes by
 * hand.
 */
export async function startBackup(context: Context, admin: Admin): Promise<Backups> {
  requireSetUp(context)
  if (context.isUnconfirmed) {
    throw new AppError(
      'conflict',
      'This site was restored from a backup. It makes none until someone confirms on the server that it is the live site.',
    )
  }
  await context.limits.consume('back-up', admin.id)
  await inTransaction(context.db, async (trx) => {
    const { isQueued, backup } = await readRuns(trx)
    if (isQueued || backup.isRunning) return
    await context.jobs.send(trx, 'make-backup', {}, { singletonKey: 'make-backup' })
    await recordAudit(trx, admin, { action: 'backup-started', subjectId: 'backup' })
  })
  return readBackups(context)
}

/** Makes a backup now. Throws if it fails; the page shows why. */
export async function makeBackup(
  context: Pick<Context, 'config' | 'connections' | 'log' | 'db'>,
  run: RunCommand = commandsOf(context),
): Promise<void> {
  const problem = await runShown(context, 'backup', () => run('backup.ts'))
  if (problem !== undefined) throw new Error(`The backup failed. ${problem}`)
  context.log.info('the backup that an administrator started is done')
}

/** Throws `conflict` if the server sets the time, or if it has changed since `version`. */
export async function setBackupTime(
  context: Context,
  admin: Pick<Admin, 'id'>,
  { time, version }: { time: string | null; version: string | undefined },
): Promise<Backups> {
  requireSetUp(context)
  if (context.config.backup?.time) {
    throw new AppError('conflict', 'This time is set on your server, so it can’t be changed here.')
  }
  const before = await readBackups(context)
  await inTransaction(context.db, async (trx) => {
    const saved = { time: await lockChosenTime(trx) }
    const newer = (): Backups => ({ ...before, ...versioned(saved) })
    requireKnown({ version, saved, changes: { time }, newer })
    await trx.updateTable('websiteSettings').set({ backupTime: time }).execute()
    await recordAudit(trx, admin, { action: 'backup-time-changed', subjectId: 'backup' })
  })
  return readBackups(context)
}

function requireSetUp({ config }: Pick<Context, 'config'>): BackupConfig {
  if (config.backup) return config.backup
  throw new AppError(
    'conflict',
    'Backups aren’t set up yet. Connect a place for them on the page Connections.',
  )
}

async function findChosenTime(db: Queryable): Promise<ClockText | null> {
  return (await chosenTime(db).executeTakeFirstOrThrow()).backupTime
}

async function lockChosenTime(trx: Queryable): Promise<ClockText | null> {
  return (await chosenTime(trx).forUpdate().executeTakeFirstOrThrow()).backupTime
}

function chosenTime(db: Queryable) {
  return db.selectFrom('websiteSettings').select('backupTime')
}

interface Run {
  isRunning: boolean
  startedAt: Date | null
  problem: string | null
}

interface Runs {
  /** Whether one that an administrator asked for waits or is made. */
  isQueued: boolean
  backup: Run
  drill: Run
}

async function readRuns(db: Queryable): Promise<Runs> {
  const { rows: queued } = await sql<{ isQueued: boolean }>`
    select exists (
      select from job.job
      where name = 'make-backup' and state in ('created', 'retry', 'active')
    ) as is_queued`.execute(db)
  const rows = await db.selectFrom('maintenanceRun').selectAll().execute()
  const runOf = (kind: Kind): Run => {
    const row = rows.find((each) => each.kind === kind)
    if (!row) return { isRunning: false, startedAt: null, problem: null }
    const isRunning = !row.endedAt && Date.now() - row.aliveAt.getTime() < DEAD_MS
    return { isRunning, startedAt: row.startedAt, problem: row.problem }
  }
  return {
    isQueued: queued[0]?.isQueued ?? false,
    backup: runOf('backup'),
    drill: runOf('drill'),
  }
}

async function findLastBackup(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('backupRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}

async function findLastDrill(
  db: Queryable,
): Promise<{ madeAt: Date; isPassed: boolean; seconds: number } | undefined> {
  return await db
    .selectFrom('drillRecord')
    .select(['madeAt', 'isPassed', 'seconds'])
    .executeTakeFirst()
}
