import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { say } from './report-failure.ts'

/** Lists every variable, most of them commented out. */
const EXAMPLE = join(import.meta.dirname, '../.env.example')

/** Warns of variables in `.env` that look like ours but have no effect. */
export function warnOfUnknownVariables(): void {
  const names = Object.keys(parseEnv(readText('.env'))).filter((name) => name in process.env)
  for (const { name, nearest } of findMisnamed(names, knownVariables())) {
    say(`.env sets ${name}, which Folx does not read. Did you mean ${nearest}?`)
  }
}

/** Names of all variables that the server reads. */
export function knownVariables(): string[] {
  const found = readText(EXAMPLE).matchAll(/^#?([A-Z][A-Z0-9_]*?)(?:_FILE)?=/gm)
  return [...found].map(([, name = '']) => name)
}

/**
 * Finds unknown variables that a small mistake turns into a known one (`PUBLIC_ULR`), or that begin
 * with the same word as one (`SMTP_SERVER`).
 */
export function findMisnamed(
  names: readonly string[],
  known: readonly string[],
): { name: string; nearest: string }[] {
  const read = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return names
    .filter((name) => !read.has(name))
    .flatMap((name) => {
      const [nearest] = known
        .map((candidate) => ({ candidate, edits: countEdits(name.toUpperCase(), candidate) }))
        .filter(({ candidate, edits }) => edits <= name.length / 4 || hasSameWord(name, candidate))
        .sort((one, other) => one.edits - other.edits)
      return nearest ? [{ name, nearest: nearest.candidate }] : []
    })
}

function hasSameWord(name: string, candidate: string): boolean {
  const [word] = candidate.split('_', 1)
  return candidate.includes('_') && name.startsWith(`${word}_`)
}

/** How many characters to insert, remove, replace or swap with the next one. */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  const edits = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row]
    rows.push(next)
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next[column] = Math.min(
        edits(row - 1, column) + 1,
        edits(row, column - 1) + 1,
        edits(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(isSwapped && row > 1 && column > 1 ? [edits(row - 2, column - 2) + 1] : []),
      )
    }
  }
  return edits(from.length, to.length)
}

function readText(path: string): string {
  try {
    return new TextDecoder().decode(readFileSync(path))
  } catch {
    // It is missing, or systemd has read a file that this user may not read.
    return ''
  }
}
