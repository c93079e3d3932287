import { type CheckReport, CheckResult } from '#contract/keeper.ts'
import { CHECK_TITLES, sortResults } from '#server/checks/run.ts'
import type { CheckRow } from './store.ts'

/** In the order of the checks, the worst first. A check of another release is left out. */
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
