import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '#server/start-error.ts'

/** A running main process of PostgreSQL. */
export interface Postmaster {
  pid: number
  port: number
  /** False while it is starting, recovering or stopping. */
  isReady: boolean
}

/** How long a fast shutdown with its checkpoint may take before an immediate one follows. */
export const fastShutdownMilliseconds = 60_000

/**
 * The postmaster that runs on this cluster, if any. A `postmaster.pid` left behind by a crash does
 * not count, even if another process has its process id by now.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  // Lines of the file: pid, directory, start time, port, socket folder, address, shared memory,
  // status.
  const lines = (await readIfThere(postmasterFile(cluster)))?.split('\n').map((l) => l.trim()) ?? []
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (!(await isPostmaster(pid, cluster))) return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' }
}

export function postmasterFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Stops a postmaster that is not a child of this process, and waits for its end. */
export async function stopOrphan(pid: number, cluster: string): Promise<void> {
  for (const [signal, milliseconds] of shutdowns) {
    sendSignal(pid, signal)
    const deadline = performance.now() + milliseconds
    while (performance.now() < deadline) {
      if (!(await isPostmaster(pid, cluster))) return
      await wait(20)
    }
  }
  throw new StartError(`An earlier PostgreSQL (process ${pid}) on ${cluster} does not stop.`)
}

/** PostgreSQL's fast and immediate shutdown, with the time each gets. */
const shutdowns = [
  ['SIGINT', fastShutdownMilliseconds],
  ['SIGQUIT', 10_000],
] as const

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Identifies a postmaster by its command line, which any process may read, unlike its working
 * directory; a zombie has none.
 */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const args = (await readIfThere(`/proc/${pid}/cmdline`))?.split('\0') ?? []
    return args.includes(cluster) && args.includes('-D')
  }
  const ps = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  )
  return ps?.stdout.includes(` -D ${cluster} `) ?? false
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined
    throw error
  })
}
