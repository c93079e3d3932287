import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Clock ticks per second in `/proc/<pid>/stat`; every Linux that Node supports has 100. */
const TICKS = 100
const SAMPLE_MS = 50

/** Resident memory of a process in megabytes; not a number once it has ended. */
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
 * Seconds of CPU that the threads of a process have used so far, to the nanosecond where the kernel
 * counts so; undefined where the system does not say. A short load takes only a few clock ticks.
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

/** The same of all children of a process, ended ones too: PostgreSQL has one for each connection. */
export async function childrenCpuSeconds(parent: number): Promise<number | undefined> {
  const own = await readStat(String(parent))
  const names = await readdir('/proc').catch(() => [])
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat))
  const living = stats.filter((stat) => stat?.parent === parent)
  return own && living.reduce((sum, stat) => sum + (stat?.seconds ?? 0), own.endedChildrenSeconds)
}

/** CPU time of a server's process and of its database; not a number where the system is silent. */
export interface Cpu {
  server: number
  database: number
}

/** A server's process, and the process whose children work for its database. */
export interface Processes {
  pid: number
  databasePid: number
}

/** Seconds of CPU that both have used so far. */
export async function readCpu({ pid, databasePid }: Processes): Promise<Cpu> {
  return {
    server: (await cpuSeconds(pid)) ?? Number.NaN,
    database: (await childrenCpuSeconds(databasePid)) ?? Number.NaN,
  }
}

/** Microseconds for each of `count` things that were done between the two readings. */
export function cpuPerUnit(before: Cpu, after: Cpu, count: number): Cpu {
  const each = (side: keyof Cpu): number => ((after[side] - before[side]) / count) * 1e6
  return { server: each('server'), database: each('database') }
}

/** Such as `3,120/s, 290 + 310 µs CPU`: of the server and of its database, where they are known. */
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
  // What follows the program's name, which may hold spaces; the names are those of proc(5).
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

/** Watches the memory of a process while `work` goes on; megabytes, some 20 values a second. */
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
