import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from './context.ts'
import { concernsMailings, hasMailingWork } from './features/mailings/service.ts'
import type { MailerWork } from './mailer-work.ts'

const PROGRAM = join(import.meta.dirname, 'mailer.ts')
/** A fallback: a change triggers a check at once. */
const POLL_MS = 5_000

/** Runs the process that sends mailings whenever there is something to send. */
export function startMailer(context: Context, databaseUrl: string): { close(): Promise<void> } {
  const stop = new AbortController()
  let child: ChildProcess | undefined
  let wake = Promise.withResolvers<void>()
  const unlisten = context.changes.listen((change) => {
    if (concernsMailings(change)) wake.resolve()
  })
  const startIfNeeded = async (): Promise<void> => {
    if (child || !(await hasMailingWork(context)) || stop.signal.aborted) return
    child = openMailer({ config: context.config, databaseUrl })
    child.once('exit', () => {
      child = undefined
      wake.resolve()
    })
  }
  const watching = (async () => {
    while (!stop.signal.aborted) {
      await startIfNeeded().catch((error: unknown) =>
        context.log.error({ err: error }, 'cannot check whether there are mailings to send'),
      )
      const pause = wait(POLL_MS, undefined, { signal: stop.signal }).catch(() => {})
      await Promise.race([pause, wake.promise])
      wake = Promise.withResolvers()
    }
  })()
  return {
    close: async () => {
      stop.abort()
      unlisten()
      await watching
      if (!child) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

function openMailer(work: MailerWork): ChildProcess {
  const child = fork(PROGRAM, { serialization: 'advanced', env: { PATH: process.env.PATH } })
  child.on('error', () => {})
  // Emails can wait; people loading pages can't.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  child.send(work, () => {})
  return child
}
