/** The index of the line spoken at a time; -1 before the first. Lines must be in order. */
export function currentLine(lines: readonly { startMs: number }[], timeMs: number): number {
  return lines.findLastIndex(({ startMs }) => startMs <= timeMs)
}
