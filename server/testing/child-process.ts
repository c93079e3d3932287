import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { endWithin } from './end-within.ts'
import { WAIT_MS } from './limits.ts'

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Ends a child process and waits until it has exited. Kills one that does not, and throws. */
export async function endChild(
  child: ChildProcess,
  signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' = 'SIGINT',
  limitMs?: number,
): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  try {
    await endWithin(child.spawnargs.join(' '), gone, undefined, limitMs)
  } catch (error) {
    child.kill('SIGKILL')
    await gone
    throw error
  }
}

/** Waits until a server answers. Throws if it ends or takes too long, with what it has printed. */
export async function untilHealthy(
  url: string,
  child: ChildProcess,
  given: { output?: () => string; pollMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { output = () => '', pollMs = 100, signal } = given
  const end = performance.now() + WAIT_MS
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
