import { type Check, databaseCheck, failed, ok, skipped, type Verdict, warning } from './check.ts'
import { readFailedWork, readWaitingWork, type WaitingWork } from './queue-facts.ts'
import { counted, spanInWords } from './words.ts'

const MINUTE_MS = 60_000

/** `oldest` is the job that is most overdue. */
export function judgeWaiting({ overdue, oldest }: WaitingWork): Verdict {
  if (!oldest || oldest.overdueMs < 15 * MINUTE_MS) return ok('No background work is late.')
  const advice = {
    finding: `${counted(overdue, 'task is', 'tasks are')} waiting. The oldest, “${oldest.name}”, is ${spanInWords(oldest.overdueMs)} late.`,
    meaning: 'Emails, notifications and recordings arrive late or not at all.',
    action: 'Restart the server. If it happens again, look for errors in its log.',
  }
  return oldest.overdueMs >= 60 * MINUTE_MS ? failed(advice) : warning(advice)
}

/** `kinds` are the jobs given up in the last day, the most frequent first. */
export function judgeFailed(kinds: readonly { name: string; count: number }[]): Verdict {
  if (kinds.length === 0) return ok('No background work was given up in the last day.')
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  const names = kinds.slice(0, 3).map(({ name, count }) => `${name} (${count})`)
  const advice = {
    finding: `${counted(all, 'task was', 'tasks were')} given up in the last day: ${names.join(', ')}.`,
    meaning: 'The work of these tasks was not done, such as sending an email or removing a file.',
    action: 'Look for errors in the server’s log, and check the services that it uses.',
  }
  return all >= 20 ? failed(advice) : warning(advice)
}

export const QUEUE_CHECKS: readonly Check[] = [
  databaseCheck({
    name: 'jobs-waiting',
    title: 'Background work',
    run: async ({ db, server }) =>
      server?.isStarting
        ? skipped('The server has just started.')
        : judgeWaiting(await readWaitingWork(db)),
  }),
  databaseCheck({
    name: 'jobs-failed',
    title: 'Failed background work',
    run: async ({ db }) => judgeFailed(await readFailedWork(db)),
  }),
]
