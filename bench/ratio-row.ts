import { type Comparison, inWords, type Throughput } from './load.ts'
import { judge, type Row } from './table.ts'

/** A row that compares rates. With `atLeast`, ours must be at least this share of the bare one. */
export function ratioRow(name: string, comparison: Comparison, atLeast?: number): Row {
  const { ours, bare } = comparison
  return judge(
    {
      name,
      ours: inWords(ours),
      peer: `bare ${inWords(bare)}`,
      cpuRatio: wholeCpu(ours) / wholeCpu(bare),
      ...(atLeast !== undefined && { cpuGuard: 2 / atLeast }),
    },
    { value: comparison.ratio, ...(atLeast !== undefined && { atLeast }) },
  )
}

function wholeCpu({ cpu }: Throughput): number {
  return cpu.server + cpu.database
}
