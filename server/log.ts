import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

/** Where lines are written, such as standard output. */
interface LogOutput {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

/**
 * The part of an error that may be logged: type, code, stack and causes, but no other properties,
 * because the database repeats a row's values in them.
 */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: String(error) }
  return {
    type: error.name,
    ...('code' in error && { code: String(error.code) }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: loggable(error.cause) }),
  }
}

/** Options of every log. Errors are logged as `err`. */
export const LOG_OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: loggable },
} satisfies LoggerOptions

/** Creates the server's log: readable lines on a terminal, JSON lines everywhere else. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, output: LogOutput): Logger {
  const options = { ...LOG_OPTIONS, level: logLevel }
  // Pino's own way of writing to standard output is faster than a stream.
  if (!output.isTTY) return pino(options)
  return pino(options, { write: (line: string) => void output.write(readableLine(line)) })
}

/** The fields of pino's lines; other keys are shown as they are. */
interface Entry {
  level: number
  time: string
  msg?: string
  err?: { stack?: string }
  reqId?: string
  [key: string]: unknown
}

const LEVELS: Record<number, string> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

/** `12:03:04 INFO  request GET /api/stories 200 3.2 ms`, and the stack of an error below it. */
export function readableLine(line: string): string {
  // Written by pino.
  const { level, time, msg = '', err, reqId: _requestId, ...rest } = JSON.parse(line) as Entry
  const clock = new Date(time).toTimeString().slice(0, 8)
  const head = `${clock} ${(LEVELS[level] ?? String(level)).padEnd(5)}`
  const text = [head, msg, detailsOf(msg, rest)].filter((part) => part !== '').join(' ')
  return err?.stack ? `${text}\n${err.stack}\n` : `${text}\n`
}

function detailsOf(message: string, rest: Record<string, unknown>): string {
  if (message === 'request') {
    return `${rest.method} ${rest.route} ${rest.status} ${rest.ms} ms`
  }
  const pairs = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return pairs.join(' ')
}
