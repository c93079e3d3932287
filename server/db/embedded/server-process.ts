import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fastShutdownMilliseconds } from './postmaster.ts'

/** A database process that accepts connections. */
export interface ServerProcess {
  /** Ends the connections, writes everything to disk and waits for the end of the process. */
  stop(): Promise<void>
  /** Settles when the database process has ended, requested or not. Never rejects. */
  exited: Promise<PostgresExit>
}

export interface PostgresExit {
  /** Whether `stop` was called. */
  isRequested: boolean
  code: number | null
  signal: NodeJS.Signals | null
  /** The end of its log. */
  lastLines: string[]
}

/** Logged by a primary or a replica once it accepts connections. */
const READY = /database system is ready to accept (read-only )?connections$/

/**
 * Waits until the process accepts connections. If it fails, returns the end of its log. If the
 * signal aborts, shuts it down and throws the signal's reason.
 */
export async function awaitReady(
  child: ChildProcess,
  {
    onLine,
    signal,
  }: {
    onLine?: ((line: string) => void) | undefined
    signal?: AbortSignal | undefined
  } = {},
): Promise<ServerProcess | { lastLines: string[] }> {
  const lastLines: string[] = []
  let isRequested = false
  const exited = new Promise<PostgresExit>((resolve) => {
    child.on('exit', (code, signal) => resolve({ isRequested, code, signal, lastLines }))
  })
  const stop = async (): Promise<void> => {
    if (!isRequested) {
      isRequested = true
      shutDown(child, exited)
    }
    await exited
  }
  const cutOff = (): void => void stop()
  signal?.addEventListener('abort', cutOff)
  const isReady = await new Promise<boolean>((resolve) => {
    onLogLine(child, (line) => {
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      onLine?.(line)
      if (READY.test(line)) resolve(true)
    })
    child.on('error', (error) => lastLines.push(error.message))
    child.on('close', () => resolve(false))
  })
  signal?.removeEventListener('abort', cutOff)
  if (isReady && isRequested) await exited
  signal?.throwIfAborted()
  if (!isReady) return { lastLines }
  return { stop, exited }
}

function onLogLine(child: ChildProcess, onLine: (line: string) => void): void {
  if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', onLine)
}

/**
 * Shuts down fast, or immediately if that takes too long: then the next start recovers from the
 * log.
 */
function shutDown(child: ChildProcess, exited: Promise<unknown>): void {
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMilliseconds)
  void exited.then(() => clearTimeout(timer))
}
