import { type CheckReport, CheckResult } from '#contract/keeper.ts'
import { CHECK_TITLES, sortResults } from '#server/checks/run.ts'
import type { CheckRow } from './store.ts'

/**
 * The checks, worst first, then in their order. Checks that this release doesn't have are left out.
 */
export function presentReport(rows: readonly CheckRow[]): CheckReport {
  const byName = new Map(rows.map((row) => [row.name, row]))
  const checks = [...CHECK_TITLES].flatMap(([name, title]) => {
    const row = byName.get(name)
    return row ? [CheckResult.parse({ ...row, title })] : []
  })
  return {
    checkedAt: rows[0]?.checkedAt.toISOString() ?? null,
    checks: sortResults(checks),
  }
}
