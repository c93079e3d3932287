import { once } from 'node:events'
import { join } from 'node:path'
import { startInBackground } from '#server/background-process.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type ClockText, latestRun } from '#server/domain/schedule.ts'
import { readSettings } from '../settings/service.ts'

const SCRIPTS = join(import.meta.dirname, '../../../scripts')

/** Runs one of our commands to its end; false if it failed. */
export type RunCommand = (script: 'backup.ts' | 'drill.ts') => Promise<boolean>

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
  run: RunCommand = runCommand,
): BackupSchedule {
  const { config, db, now, log } = context
  const triedAt: { backup?: Date; drill?: Date } = {}
  const attempt = async (kind: 'backup' | 'drill'): Promise<void> => {
    triedAt[kind] = now()
    if (await run(`${kind}.ts`)) log.info(`the scheduled ${kind} is done`)
    else log.error(`the scheduled ${kind} failed`)
  }
  return {
    backUp: async () => {
      const localTime = config.backup?.time
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

async function runCommand(script: 'backup.ts' | 'drill.ts'): Promise<boolean> {
  const args = script === 'backup.ts' ? ['--scheduled'] : []
  const [code] = await once(startInBackground(join(SCRIPTS, script), { args }), 'exit')
  return code === 0
}

/** Time, in milliseconds, after which a failed backup or drill is retried. */
const RETRY_MS = 60 * 60_000
/** Time between restore drills, in milliseconds. */
const DRILL_MS = 30 * 24 * 60 * 60_000

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

async function findLastBackup(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('backupRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}

async function findLastDrill(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('drillRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}
