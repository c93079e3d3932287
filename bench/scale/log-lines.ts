/** What the nodes logged as a warning or worse, counted by what it says. */
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

/** What a start says to the operator. */
const GREETING = /^(Folx is ready|No payment provider|There is no administrator| *https?:)/

/** Of a line of the log its message and the kind of its error; of any other line all of it. */
export function inShort(line: string): string {
  if (!line.startsWith('{')) return line.trim().slice(0, MOST_LETTERS)
  // Our own log's lines, and no others begin like this.
  const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: LoggedError }
  return `${level} ${msg}${err ? ` (${causeOf(err).slice(0, MOST_LETTERS)})` : ''}`
}

interface LoggedError {
  code?: string
  stack?: string
  /** Of something that is no error. */
  thrown?: string
  cause?: LoggedError
}

const MOST_LETTERS = 120

function causeOf({ code = '', stack = '', thrown, cause }: LoggedError): string {
  return cause ? causeOf(cause) : (thrown ?? `${code} ${stack.split('\n')[0]}`.trim())
}
