import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A server that takes longer than this to answer counts as failed. */
const START_LIMIT_MS = 300_000
/** A process that takes longer than this to stop is killed. */
const STOP_LIMIT_MS = 120_000

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Ends a child process and waits until it has exited. */
export async function endChild(
  child: ChildProcess,
  signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' = 'SIGINT',
): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await gone
  clearTimeout(timer)
}

/** Waits until a server answers. Throws if it ends or takes too long, with what it has printed. */
export async function untilHealthy(
  url: string,
  child: ChildProcess,
  given: { output?: () => string; pollMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { output = () => '', pollMs = 100, signal } = given
  const end = performance.now() + START_LIMIT_MS
  while (!(await answers(`${url}/api/health`))) {
    if (hasEnded(child) || performance.now() > end) {
      throw new Error(`The server at ${url} does not start. It says:\n${output()}`)
    }
    await wait(pollMs, undefined, { ...(signal && { signal }) })
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok ?? false
}
