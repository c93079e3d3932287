import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { ClockTime, Instant, requiredLine, Version } from './fields.ts'

/** `skipped`: it could not be checked, or does not apply to this site. */
const CHECK_STATES = ['ok', 'warning', 'failed', 'skipped'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** The result of one check: something that can be wrong with the site. */
export const CheckResult = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(CHECK_STATES),
  finding: z.string(),
  /** Why it matters; null if nothing is wrong. */
  meaning: z.string().nullable(),
  /** The next step; null if nothing is wrong. */
  action: z.string().nullable(),
})
export type CheckResult = z.infer<typeof CheckResult>

/** The last results, the worst first. */
const CheckReport = z.object({
  /** Null before the first checks. */
  checkedAt: Instant.nullable(),
  checks: z.array(CheckResult),
})
export type CheckReport = z.infer<typeof CheckReport>

/** The last trial restore of a backup. */
const TrialRestore = z.object({
  isRunning: z.boolean(),
  lastAt: Instant.nullable(),
  /** Whether the restored site could be used; null before the first one. */
  hasPassed: z.boolean().nullable(),
  /** How long it took until the restored site answered. */
  seconds: z.int().nullable(),
  /** Why the last one failed; null if it didn't. */
  problem: z.string().nullable(),
})

/** The site's backups, and when they are made. */
const Backups = z.object({
  /** Whether the server knows where backups go and has a key to encrypt them. */
  isSetUp: z.boolean(),
  /** HH:MM in the community's time zone; null if there is no daily backup. */
  time: ClockTime.nullable(),
  /** Whether `BACKUP_TIME` sets the time, so that it can't be changed here. */
  isTimeFixed: z.boolean(),
  /** Where they go, as people know it; null if they aren't set up. */
  place: z.string().nullable(),
  /** Whether the place is on the same disk as the site. */
  sharesDisk: z.boolean(),
  lastAt: Instant.nullable(),
  /** Whether one is being made, or waits to be. */
  isRunning: z.boolean(),
  /** Why the last one failed; null if it didn't, or one was made since. */
  problem: z.string().nullable(),
  trial: TrialRestore,
  /** That of the time. */
  version: z.string(),
})
export type Backups = z.infer<typeof Backups>

const TrialKey = z.object({
  key: requiredLine({
    max: 200,
    required: 'Choose your key file, or enter the key.',
    tooLong: 'This isn’t a backup key.',
  }),
})

const BackupTime = z.object({ time: ClockTime.nullable(), version: Version })

export const maintenanceEndpoints = {
  checks: defineEndpoint({
    method: 'GET',
    path: '/api/admin/doctor',
    who: 'keeper',
    noStore: true,
    summary: 'The results of the last hourly checks: what is wrong, what it means, what to do.',
    response: CheckReport,
  }),
  runChecks: defineEndpoint({
    method: 'POST',
    path: '/api/admin/doctor',
    who: 'keeper',
    summary: 'Runs the checks now and answers with their results.',
    response: CheckReport,
  }),
  backups: defineEndpoint({
    method: 'GET',
    path: '/api/admin/backups',
    who: 'keeper',
    noStore: true,
    summary: 'When the last backup was made, and when the next ones are.',
    response: Backups,
  }),
  backUp: defineEndpoint({
    method: 'POST',
    path: '/api/admin/backups',
    who: 'keeper',
    summary: 'Starts a backup, unless one has been started. `backups` says when it is done.',
    response: Backups,
    status: 202,
  }),
  tryRestore: defineEndpoint({
    method: 'POST',
    path: '/api/admin/backups/trial',
    who: 'keeper',
    summary:
      'Restores the newest backup beside the site and uses it. The key is used for this run only, and stored nowhere.',
    body: TrialKey,
    response: Backups,
    status: 202,
  }),
  setBackupTime: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/backups/time',
    who: 'keeper',
    summary: 'Changes the time of the daily backup, or stops making it.',
    body: BackupTime,
    response: Backups,
  }),
}
