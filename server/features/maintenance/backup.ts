import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import type { Backups } from '#contract/maintenance.ts'
import { startInBackground } from '#server/background-process.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClockText, latestRun } from '#server/domain/schedule.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'

const SCRIPTS = join(import.meta.dirname, '../../../scripts')

/** Runs one of our commands to its end; false if it failed. */
export type RunCommand = (
  script: 'backup.ts' | 'drill.ts',
  args?: readonly string[],
) => Promise<boolean>

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
  const attempt = async (kind: 'backup' | 'drill'): Promise<void> => {
    triedAt[kind] = now()
    const args = kind === 'backup' ? ['--scheduled'] : []
    if (await run(`${kind}.ts`, args)) log.info(`the scheduled ${kind} is done`)
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
      const attempts = { now: now(), doneAt: await findLastDrill(db), triedAt: triedAt.drill }
      const hasBackup = (await findLastBackup(db)) !== undefined
      if (isDrillDue(attempts, { hasBackup })) await attempt('drill')
    },
  }
}

/** Our commands read the environment, so they get what is set up on the page that way. */
function commandsOf({ config, connections }: Pick<Context, 'config' | 'connections'>): RunCommand {
  return async (script, args = []) => {
    const stored = config.environment.backups ? null : connections.stored.get('backups')
    const env = { ...process.env, ...stored }
    const [code] = await once(startInBackground(join(SCRIPTS, script), { args, env }), 'exit')
    return code === 0
  }
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
  if (!config.backup?.recipient) return undefined
  return config.backup.time ?? (await findChosenTime(db)) ?? undefined
}

/** The backups, as the page Backups and health shows them. */
export async function readBackups(context: Pick<Context, 'config' | 'db'>): Promise<Backups> {
  const { config, db } = context
  const lastAt = await findLastBackup(db)
  const { isRunning, failedSince } = await readRuns(db)
  return {
    isSetUp: config.backup?.recipient !== undefined,
    time: (await backupTime(context)) ?? null,
    isTimeFixed: config.backup?.time !== undefined,
    lastAt: lastAt?.toISOString() ?? null,
    isRunning,
    hasFailed: !isRunning && failedSince !== null && (!lastAt || lastAt < failedSince),
  }
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
    if ((await readRuns(trx)).isRunning) return
    await context.jobs.send(trx, 'make-backup', {}, { singletonKey: 'make-backup' })
    await recordAudit(trx, admin, { action: 'backup-started', subjectId: 'backup' })
  })
  return readBackups(context)
}

/** Makes a backup now. Throws if it fails; the command has written the reason to the log. */
export async function makeBackup(
  context: Pick<Context, 'config' | 'connections' | 'log'>,
  run: RunCommand = commandsOf(context),
): Promise<void> {
  if (!(await run('backup.ts'))) throw new Error('The backup failed.')
  context.log.info('the backup that an administrator started is done')
}

export async function setBackupTime(
  context: Context,
  admin: Admin,
  time: string | null,
): Promise<Backups> {
  requireSetUp(context)
  if (context.config.backup?.time) {
    throw new AppError('conflict', 'BACKUP_TIME on the server sets this time.')
  }
  await inTransaction(context.db, async (trx) => {
    await trx.updateTable('websiteSettings').set({ backupTime: time }).execute()
    await recordAudit(trx, admin, { action: 'backup-time-changed', subjectId: 'backup' })
  })
  return readBackups(context)
}

function requireSetUp({ config }: Pick<Context, 'config'>): void {
  if (config.backup?.recipient) return
  throw new AppError(
    'conflict',
    'Backups aren’t set up yet. Connect a place for them on the page Connections.',
  )
}

async function findChosenTime(db: Queryable): Promise<ClockText | null> {
  const { backupTime } = await db
    .selectFrom('websiteSettings')
    .select('backupTime')
    .executeTakeFirstOrThrow()
  return backupTime
}

interface Runs {
  isRunning: boolean
  /** When the last one that failed was asked for. */
  failedSince: Date | null
}

/** The backups that administrators started. One can fail after the backup was made: in the checks. */
async function readRuns(db: Queryable): Promise<Runs> {
  const { rows } = await sql<Runs>`
    select coalesce(bool_or(state in ('created', 'retry', 'active')), false) as is_running,
      max(created_on) filter (where state = 'failed') as failed_since
    from job.job where name = 'make-backup'`.execute(db)
  return rows[0] ?? { isRunning: false, failedSince: null }
}

async function findLastBackup(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('backupRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}

async function findLastDrill(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('drillRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}
