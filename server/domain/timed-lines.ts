import type { TimedLine } from '#contract/transcripts.ts'

/**
 * How far ahead to search for a line, in multiples of its length: further away, a short line could
 * match by chance.
 */
const REACH = 20

/**
 * Gives a changed text the times of the lines that it still contains, in order; new text belongs to
 * the line before it. Null if less than half of the lines are left.
 */
export function alignLines(text: string, lines: readonly TimedLine[]): TimedLine[] | null {
  const found: { at: number; startMs: number }[] = []
  let from = 0
  for (const line of lines) {
    const { length } = line.text
    const at = text.slice(from, from + length * (REACH + 1)).indexOf(line.text)
    if (at < 0) continue
    found.push({ at: from + at, startMs: line.startMs })
    from += at + length
  }
  if (found.length === 0 || found.length * 2 < lines.length) return null
  return found.map(({ at, startMs }, index) => {
    const end = found[index + 1]?.at
    return { startMs, text: text.slice(index === 0 ? 0 : at, end).trim() }
  })
}
