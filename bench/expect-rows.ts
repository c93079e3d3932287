import { expect } from 'vitest'
import type { Row } from './table.ts'

/** Expects that there are rows with figures, and that none costs a multiple of its limit. */
export function expectRows(rows: Row[]): void {
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(JSON.stringify(row)).not.toMatch(/NaN|Infinity|undefined/)
    if (row.cpuGuard) expect(row.cpuRatio, row.name).toBeLessThan(row.cpuGuard)
  }
}
