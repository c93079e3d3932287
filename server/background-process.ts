import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Of the whole session, as a `nice` value: a third of another one's share. With 10, a backup got 2% of
 * a processor on a machine that other programs kept busy.
 */
const SESSION_PRIORITY = 5

/**
 * Starts a Node program that takes the processor time which answering leaves. What it says about a
 * failure goes where this server's messages go. It ends with this process.
 */
export function startInBackground(program: string, env = process.env): ChildProcess {
  // A session of its own: where Linux shares time among sessions first (`autogroup`, sched(7)), a
  // priority counts only within one, and PostgreSQL's processes have theirs.
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
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
      // Not on this system: then the priority above counts by itself.
    }
  }
  return child
}
