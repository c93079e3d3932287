/** Counts the warnings and errors that the nodes logged, by message. */
export interface LogBook {
  add(node: string, line: string): void
  /** The most frequent first. */
  summary(): { text: string; count: number }[]
}

export function openLogBook(): LogBook {
  const counts = new Map<string, number>()
  return {
    add: (node, line) => {
      if (line.trim() === '' || GREETING.test(line)) return
      const text = `${node}: ${inShort(line)}`
      counts.set(text, (counts.get(text) ?? 0) + 1)
    },
    summary: () =>
      [...counts]
        .map(([text, count]) => ({ text, count }))
        .toSorted((one, other) => other.count - one.count),
  }
}

/** Lines that the server prints for the operator at start. */
const GREETING = /^(Folx is ready|No payment provider|There is no administrator| *https?:)/

/** The message and error of a log line; any other line as it is. */
export function inShort(line: string): string {
  if (!line.startsWith('{')) return line.trim().slice(0, MOST_LETTERS)
  // Only lines of our own log begin like this.
  const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: LoggedError }
  return `${level} ${msg}${err ? ` (${causeOf(err).slice(0, MOST_LETTERS)})` : ''}`
}

interface LoggedError {
  code?: string
  stack?: string
  /** A thrown value that is not an error. */
  thrown?: string
  cause?: LoggedError
}

const MOST_LETTERS = 120

function causeOf({ code = '', stack = '', thrown, cause }: LoggedError): string {
  return cause ? causeOf(cause) : (thrown ?? `${code} ${stack.split('\n')[0]}`.trim())
}
