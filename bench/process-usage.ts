import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Clock ticks per second in `/proc/<pid>/stat`; 100 on every Linux that Node supports. */
const TICKS = 100
const SAMPLE_MS = 50

/** The resident memory of a process in megabytes; NaN once it has ended. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const kilobytes = status ? /^VmRSS:\s+(\d+)/m.exec(status)?.[1] : await askPs(pid)
  return Number(kilobytes) / 1024
}

async function askPs(pid: number): Promise<string | undefined> {
  const asking = promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return asking.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

/**
 * CPU seconds that the threads of a process have used so far; undefined if the system doesn't report
 * them. In nanosecond resolution if possible, because a short load takes only a few clock ticks.
 */
export async function cpuSeconds(pid: number): Promise<number | undefined> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const texts = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => ''),
    ),
  )
  const nanoseconds = texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0)
  return nanoseconds > 0 ? nanoseconds / 1e9 : (await readStat(String(pid)))?.seconds
}

/** The CPU seconds of a process's children, including ended ones: PostgreSQL has one per connection. */
export async function childrenCpuSeconds(parent: number): Promise<number | undefined> {
  const own = await readStat(String(parent))
  const names = await readdir('/proc').catch(() => [])
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat))
  const living = stats.filter((stat) => stat?.parent === parent)
  return own && living.reduce((sum, stat) => sum + (stat?.seconds ?? 0), own.endedChildrenSeconds)
}

/** CPU time of a server's process and of its database; NaN if the system doesn't report it. */
export interface Cpu {
  server: number
  database: number
}

/** A server's process, and the database process whose children do the work. */
export interface Processes {
  pid: number
  databasePid: number
}

/** CPU seconds that both have used so far. */
export async function readCpu({ pid, databasePid }: Processes): Promise<Cpu> {
  return {
    server: (await cpuSeconds(pid)) ?? Number.NaN,
    database: (await childrenCpuSeconds(databasePid)) ?? Number.NaN,
  }
}

/** CPU microseconds for each of `count` units of work between the two readings. */
export function cpuPerUnit(before: Cpu, after: Cpu, count: number): Cpu {
  const each = (side: keyof Cpu): number => ((after[side] - before[side]) / count) * 1e6
  return { server: each('server'), database: each('database') }
}

/** For example `3,120/s, 290 + 310 µs CPU`, for the server and its database, if known. */
export function withCpu(figure: string, { server, database }: Cpu): string {
  if (Number.isNaN(server + database)) return figure
  return `${figure}, ${Math.round(server)} + ${Math.round(database)} µs CPU`
}

interface Stat {
  parent: number
  seconds: number
  endedChildrenSeconds: number
}

async function readStat(pid: string): Promise<Stat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The fields after the program's name, which may contain spaces; named as in proc(5).
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (!fields) return undefined
  const [, ppid = 0] = fields
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11)
  return {
    parent: ppid,
    seconds: (utime + stime) / TICKS,
    endedChildrenSeconds: (cutime + cstime) / TICKS,
  }
}

/** Samples a process's memory during `work`, in megabytes, about 20 times a second. */
export async function watchMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; megabytes: number[] }> {
  const megabytes = [await residentMegabytes(pid)]
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      megabytes.push(await residentMegabytes(pid))
      await wait(SAMPLE_MS)
    }
  })()
  try {
    return { result: await work(), megabytes }
  } finally {
    isDone = true
    await watching
  }
}
