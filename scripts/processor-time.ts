/** Seconds of processor time, user and system, by Vitest project and by test file. */
export interface ProcessorSeconds {
  projects: Record<string, number>
  files: Record<string, number>
}

/** A command and its processor time in seconds, with those of its parts that are known. */
export interface TimedCommand {
  name: string
  seconds: number
  parts: Record<string, number>
}

/**
 * For `sh -c`: runs its arguments, then writes their processor time, with that of all processes they
 * started and waited for, to file descriptor 3.
 */
export const TIMED_SCRIPT = '"$@" 3>&-; code=$?; times >&3; exit $code'

/** The seconds in the output of POSIX `times`; its second line is about the children. */
export function secondsIn(times: string): number {
  const [, line = ''] = times.trim().split('\n')
  const amounts = [...line.matchAll(/(\d+)m([\d.]+)s/g)]
  return amounts.reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  )
}

/** A line for each command, the most expensive first, below their sum. */
export function processorTimeText(commands: readonly TimedCommand[]): string {
  const sum = commands.reduce((total, { seconds }) => total + seconds, 0)
  const lines = [...commands].sort((a, b) => b.seconds - a.seconds).map(lineOf)
  return [`Processor time: ${Math.round(sum)} s`, ...lines].join('\n')
}

function lineOf({ name, seconds, parts }: TimedCommand): string {
  const known = Object.entries(parts).sort(([, a], [, b]) => b - a)
  const rest = seconds - known.reduce((sum, [, part]) => sum + part, 0)
  // Of Vitest: its main process and the tests' PostgreSQL.
  const all = known.length > 0 ? [...known, ['Vitest and PostgreSQL', rest] as const] : []
  const text = all.map(([part, amount]) => `${part} ${Math.round(amount)}`).join(', ')
  return `${String(Math.round(seconds)).padStart(6)} s  ${name}${text && ` (${text})`}`
}
