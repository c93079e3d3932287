/** One line of the table. */
export interface Row {
  name: string
  /** The measured value, with its unit. */
  ours: string
  /** The value it is compared with, with its unit. */
  peer: string
  /** The number that is compared with the bar. */
  value: string
  bar: string
  /** Undefined if there is no bar. */
  holds: boolean | undefined
  /** The CPU time per answer, of server and database, as a multiple of the bare one's. */
  cpuRatio?: number
  /** Twice the CPU time that the bar allows. A higher `cpuRatio` can't be noise. */
  cpuGuard?: number
}

const HEADINGS = ['row', 'ours', 'against', 'result', 'bar', 'holds']

/** A row whose number must be at least `atLeast`, or at most `atMost`. */
export function judge(
  row: Omit<Row, 'value' | 'bar' | 'holds'>,
  given: { value: number; unit?: string; digits?: number; atLeast?: number; atMost?: number },
): Row {
  const { value, unit = '', digits = 2, atLeast, atMost } = given
  const isJudged = atLeast !== undefined || atMost !== undefined
  return {
    ...row,
    value: `${value.toFixed(digits)}${unit}`,
    bar: atLeast !== undefined ? `≥ ${atLeast}${unit}` : isJudged ? `≤ ${atMost}${unit}` : '',
    holds: isJudged
      ? value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Infinity)
      : undefined,
  }
}

/** The table as Markdown, with columns aligned for a terminal. */
export function printTable(rows: readonly Row[]): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  )
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function cellsOf(row: Row): string[] {
  const holds = row.holds === undefined ? '' : row.holds ? 'yes' : 'NO'
  return [row.name, row.ours, row.peer, row.value, row.bar, holds]
}
