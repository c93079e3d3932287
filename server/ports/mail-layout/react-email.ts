import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LaidOutMail, MailLayout, MailLayoutInput } from './port.ts'

/** How long the thread is kept for the next mail, in milliseconds. */
const IDLE_MS = 30_000
const COMPOSE_LIMIT_MS = 20_000

export interface LayoutRequest {
  id: number
  input: MailLayoutInput
}
export type LayoutAnswer = { id: number; mail: LaidOutMail } | { id: number; error: string }

interface Thread {
  worker: Worker
  waiting: Map<number, PromiseWithResolvers<LaidOutMail>>
}

/**
 * Lays mails out with react-email. The library takes some 50 MB once it is loaded, and a mailing is
 * laid out once for all its readers, so it runs in a thread that ends when it has nothing to do.
 */
export function createReactEmailLayout(): MailLayout {
  let thread: Thread | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.worker.terminate()
  }
  const open = (): Thread => {
    thread ??= openThread((gone) => {
      if (thread === gone) thread = undefined
    })
    return thread
  }
  return {
    compose: async (input) => {
      clearTimeout(idle)
      const { worker, waiting } = open()
      const id = ++count
      const answer = Promise.withResolvers<LaidOutMail>()
      waiting.set(id, answer)
      worker.postMessage({ id, input } satisfies LayoutRequest)
      const limit = setTimeout(
        () => answer.reject(new Error('The layout of a mail took too long.')),
        COMPOSE_LIMIT_MS,
      )
      try {
        return await answer.promise
      } finally {
        clearTimeout(limit)
        waiting.delete(id)
        if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref()
      }
    },
    close: end,
  }
}

function openThread(onGone: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL('./react-email-thread.ts', import.meta.url))
  const thread: Thread = { worker, waiting: new Map() }
  // A thread must not keep the process alive; what waits for its answer does.
  worker.unref()
  const fail = (error: Error): void => {
    onGone(thread)
    for (const answer of thread.waiting.values()) answer.reject(error)
  }
  worker.on('message', (answer: LayoutAnswer) => {
    const asked = thread.waiting.get(answer.id)
    if ('mail' in answer) asked?.resolve(answer.mail)
    else asked?.reject(new Error(`The mail could not be laid out: ${answer.error}`))
  })
  worker.on('error', fail)
  once(worker, 'exit').then(
    () => fail(new Error('The thread that lays mails out has ended.')),
    () => {},
  )
  return thread
}
