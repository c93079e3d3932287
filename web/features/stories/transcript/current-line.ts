/** The place of the line that is heard at a time; -1 before the first. Lines are in order. */
export function currentLine(lines: readonly { startMs: number }[], timeMs: number): number {
  return lines.findLastIndex(({ startMs }) => startMs <= timeMs)
}
