import { type Comparison, inWords } from './load.ts'
import { judge, type Row } from './table.ts'

/** A row of rates: ours must be at least this share of the bare one, if there is a bar. */
export function ratioRow(name: string, comparison: Comparison, atLeast?: number): Row {
  return judge(
    { name, ours: inWords(comparison.ours), peer: `bare ${inWords(comparison.bare)}` },
    { value: comparison.ratio, ...(atLeast !== undefined && { atLeast }) },
  )
}
