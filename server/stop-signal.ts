/**
 * SIGINT and SIGTERM as an AbortSignal. Importing this file installs the handlers, so only programs
 * that obey it may do so, and they import it first: until then, a signal just ends the process.
 */
import { untilAborted } from './domain/within.ts'

const stop = new AbortController()
// A second signal changes nothing: Ctrl-C in a terminal reaches the server twice, once through npm.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort())

/** Aborts when the operator asks this process to stop. */
export const stopSignal: AbortSignal = stop.signal

/** Settles like `work`, but rejects as soon as the process is asked to stop. */
export function untilStop<T>(work: Promise<T>): Promise<T> {
  return untilAborted(stopSignal, work)
}
