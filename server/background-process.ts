import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * `nice` value of the whole session, which gives it a third of another session's CPU time. With 10,
 * a backup got 2% of a CPU on a machine that other programs kept busy.
 */
const SESSION_PRIORITY = 5

interface BackgroundOptions {
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Whether the caller writes its stdin and reads its stderr. */
  isRead?: boolean
}

/**
 * Starts a Node program with a low priority, so it doesn't slow down requests. It shares this
 * server's stderr, unless it is read, and ends when this process ends.
 */
export function startInBackground(
  program: string,
  { args = [], env = process.env, isRead = false }: BackgroundOptions = {},
): ChildProcess {
  // Detached, so it has its own session: where Linux divides CPU time among sessions first
  // (`autogroup`, sched(7)), a priority counts only within one, and PostgreSQL runs in others.
  const child = spawn(process.execPath, [program, ...args], {
    stdio: isRead ? ['pipe', 'ignore', 'pipe'] : ['ignore', 'ignore', 'inherit'],
    detached: true,
    env,
  })
  const end = (): void => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  if (child.pid) {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    try {
      writeFileSync(`/proc/${child.pid}/autogroup`, String(SESSION_PRIORITY))
    } catch {
      // This system has no autogroups, so the priority above is enough.
    }
  }
  return child
}
