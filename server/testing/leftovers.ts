import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives this process and its children a folder for temporary files. When this process exits, also
 * because it was interrupted, the folder is removed and children that still run are killed, with
 * theirs (on Linux).
 */
export function leaveNothingBehind(): void {
  const folder = mkdtempSync(join(tmpdir(), 'folx-run-'))
  // PostgreSQL runs as another user if this process is root.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.on('exit', () => {
    killDescendants()
    // Those that are still ending may be writing there.
    for (let tries = 50; tries > 0 && !isRemoved(folder); tries -= 1) sleep(100)
  })
}

function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

/** Blocks, because nothing asynchronous happens anymore while a process exits. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

interface Running {
  pid: number
  parent: number
  program: string
}

/** Parents first, so that none of them restarts a child or cleans up slowly. */
function killDescendants(): void {
  const running = listProcesses()
  const family = [process.pid]
  for (const pid of family) {
    family.push(...running.filter(({ parent }) => parent === pid).map((child) => child.pid))
  }
  const programs = new Map(running.map(({ pid, program }) => [pid, program]))
  for (const pid of family.slice(1)) {
    // PostgreSQL's immediate shutdown; killed, it would leave its shared memory behind.
    kill(pid, programs.get(pid) === 'postgres' ? 'SIGQUIT' : 'SIGKILL')
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended.
  }
}

function listProcesses(): Running[] {
  return pids().flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, program = '', parent] = /\((.*)\) \S (\d+)/s.exec(stat) ?? []
      return [{ pid, parent: Number(parent), program }]
    } catch {
      return []
    }
  })
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}
