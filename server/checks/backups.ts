import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { archiveTime, listArchives } from '#server/backup/manifest.ts'
import { openBackupPlace } from '#server/backup/open-place.ts'
import type { BackupAddress } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { findKept, type KeptSite, keptUntil } from '#server/upgrade/kept.ts'
import { findBackupProblem, sameDiskSentence } from './backup-place.ts'
import {
  type Check,
  databaseCheck,
  failed,
  ok,
  skipped,
  type Verdict,
  warning,
  worstOf,
} from './check.ts'
import { spanInWords } from './words.ts'

export interface BackupFacts {
  now: Date
  /** When the last backup was made, according to the site's own record. */
  recordedAt: Date | undefined
  /**
   * Time of the newest backup in its place: undefined if no place is configured, null if the place
   * has no backup.
   */
  newestAt: Date | null | undefined
  /** When the first account was created. */
  siteBeganAt: Date | undefined
  /** Why the last attempt failed; undefined if it didn't, or a backup was made since. */
  problem?: string | undefined
  /** Whether a backup was ever restored and used. */
  isTried: boolean
}

export function judgeBackup(facts: BackupFacts): Verdict {
  const { now, recordedAt, newestAt, siteBeganAt, problem, isTried } = facts
  const meaning = 'If the disk or the server breaks, everything since the last backup is lost.'
  const action =
    'Choose “Back up now” on the page Backups and health, and turn on the daily backup there. If the page doesn’t offer it, connect a place for them on the page Connections first.'
  if (problem) {
    return failed({
      finding: `The last backup failed. ${problem}`,
      meaning,
      action: 'Correct this, then back up again.',
    })
  }
  if (newestAt === null && recordedAt) {
    return failed({
      finding: 'There is no complete backup in the place for backups, although one was made.',
      meaning,
      action:
        'Check the place on the page Connections, or BACKUP_DIR if it is set on the server, and that a folder’s disk is mounted. Then choose “Back up now” on the page Backups and health.',
    })
  }
  const lastAt = newestAt ?? recordedAt
  if (!lastAt) {
    const isNew = !siteBeganAt || now.getTime() - siteBeganAt.getTime() < 3 * DAY_MS
    const advice = { finding: 'There is no backup yet.', meaning, action }
    return isNew ? warning(advice) : failed(advice)
  }
  const age = now.getTime() - lastAt.getTime()
  if (age < -DAY_MS) {
    return failed({
      finding: `The newest backup is dated ${dayOf(lastAt)}, which is in the future.`,
      meaning:
        'The clock was wrong when it was made. Until then it counts as the newest, and nobody can tell how old the backups are.',
      action:
        'Check the clock, back up again, and remove the folder with that date from the backups.',
    })
  }
  const finding = `The last backup is ${spanInWords(age)} old.`
  if (age > 4 * DAY_MS) return failed({ finding, meaning, action })
  if (age > 2 * DAY_MS) return warning({ finding, meaning, action })
  if (isTried) return ok(finding)
  return warning({
    finding: `${finding} No backup has ever been restored.`,
    meaning: 'Nobody knows whether your backups work, or whether your key opens them.',
    action:
      'Choose “Try a restore” on the page Backups and health. It changes nothing on the site.',
  })
}

export interface DrillFacts {
  now: Date
  hasBackup: boolean
  last: { madeAt: Date; isPassed: boolean; seconds: number } | undefined
}

export function judgeDrill({ now, hasBackup, last }: DrillFacts): Verdict {
  const meaning = 'A backup that has never been restored may not work.'
  const action =
    'Choose “Try a restore” on the page Backups and health, or run “npm run drill -- --key-file <file>”. It changes nothing on the site.'
  if (!last) {
    // The check of the backups says so, too.
    return skipped(hasBackup ? 'No backup has been restored yet.' : 'There is no backup to test.')
  }
  const age = now.getTime() - last.madeAt.getTime()
  if (!last.isPassed) {
    return failed({
      finding: `The last restore drill failed, ${spanInWords(age)} ago.`,
      meaning: 'The site may not be restorable from its backups.',
      action:
        'The page Backups and health says what failed. Make a new backup, and try a restore again.',
    })
  }
  const finding = `The last restore drill passed ${spanInWords(age)} ago. The site was back in ${spanInWords(last.seconds * 1_000)}.`
  return age > 45 * DAY_MS ? warning({ finding, meaning, action }) : ok(finding)
}

/** The site from before the last upgrade, and the one from before a rollback of it. */
export interface UpgradeFacts {
  now: Date
  before: KeptSite | undefined
  rolledBack: KeptSite | undefined
}

export function judgeUpgrade({ now, before, rolledBack }: UpgradeFacts): Verdict {
  if (before) {
    const age = spanInWords(now.getTime() - before.keptAt.getTime())
    return ok(
      `The site was upgraded ${age} ago. Until ${dayOf(keptUntil(before))}, “npm run rollback” can undo that.`,
    )
  }
  if (!rolledBack) return skipped('There is no upgrade to undo.')
  return warning({
    finding: `The last upgrade was undone ${spanInWords(now.getTime() - rolledBack.keptAt.getTime())} ago.`,
    meaning: `Everything written between the upgrade and the rollback is kept until ${dayOf(keptUntil(rolledBack))} and then removed.`,
    action:
      'If you need any of it, “npm run rollback -- --undo” brings that site back. Then upgrade to a release that fixes the problem.',
  })
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

async function readBackupRecord(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('backupRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}

/** Why the last attempt failed, unless a backup was made since. */
async function findRunProblem(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ problem: string }>`
    select problem from maintenance_run
    where kind = 'backup' and problem is not null
      and not exists (select from backup_record where made_at >= started_at)`.execute(db)
  return rows[0]?.problem
}

async function hasPassedDrill(db: Db): Promise<boolean> {
  const { rows } = await sql`select from drill_record where is_passed`.execute(db)
  return rows.length > 0
}

async function findSiteBegin(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from member`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}

async function newestArchive(address: BackupAddress): Promise<Date | null> {
  const name = (await listArchives(await openBackupPlace(address))).at(-1)
  return name === undefined ? null : archiveTime(name)
}

export const BACKUP_CHECKS: readonly Check[] = [
  databaseCheck({
    name: 'backup',
    title: 'Backups',
    run: async ({ config, db, now, server }) => {
      const problem = await findBackupProblem(config, { db, mayWrite: server !== undefined })
      if (problem?.state === 'failed') return problem
      const { backup } = config
      const verdict = judgeBackup({
        now: now(),
        recordedAt: await readBackupRecord(db),
        newestAt: backup && (await newestArchive(backup.address)),
        siteBeganAt: await findSiteBegin(db),
        problem: await findRunProblem(db),
        isTried: await hasPassedDrill(db),
      })
      if (problem) return worstOf([problem, verdict])
      const shared = sameDiskSentence(config)
      return verdict.state === 'ok' && shared ? ok(`${verdict.finding} ${shared}`) : verdict
    },
  }),
  databaseCheck({
    name: 'drill',
    title: 'Restore drill',
    run: async ({ db, now }) =>
      judgeDrill({
        now: now(),
        hasBackup: (await readBackupRecord(db)) !== undefined,
        last: await db
          .selectFrom('drillRecord')
          .select(['madeAt', 'isPassed', 'seconds'])
          .executeTakeFirst(),
      }),
  }),
  {
    name: 'upgrade',
    title: 'Upgrade',
    run: async ({ config: { database, dataDir }, now }) =>
      database.provider === 'url'
        ? skipped('With an external database, an upgrade is undone by restoring a backup.')
        : judgeUpgrade({
            now: now(),
            before: await findKept(dataDir, 'before-upgrade'),
            rolledBack: await findKept(dataDir, 'before-rollback'),
          }),
  },
]
