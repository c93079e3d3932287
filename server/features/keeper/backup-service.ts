import { once } from 'node:events'
import { join } from 'node:path'
import { startInBackground } from '#server/background-process.ts'
import type { Context } from '#server/context.ts'
import { readSettings } from '../settings/service.ts'
import { isBackupDue, isDrillDue } from './backup-policy.ts'
import { findLastBackup, findLastDrill } from './backup-store.ts'

const SCRIPTS = join(import.meta.dirname, '../../../scripts')

/** Runs one of our commands to its end; false if it failed. */
export type RunCommand = (script: 'backup.ts' | 'drill.ts') => Promise<boolean>

/** Each function makes a backup or a restore drill if one is due. */
export interface BackupSchedule {
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
