import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

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
  /** What to do; null if nothing is wrong. */
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

export const keeperEndpoints = {
  checks: defineEndpoint({
    method: 'GET',
    path: '/api/admin/checks',
    who: 'keeper',
    noStore: true,
    summary: 'The results of the last hourly checks: what is wrong, what it means, what to do.',
    response: CheckReport,
  }),
  runChecks: defineEndpoint({
    method: 'POST',
    path: '/api/admin/checks',
    who: 'keeper',
    summary: 'Runs the checks now and answers with their results.',
    response: CheckReport,
  }),
}
