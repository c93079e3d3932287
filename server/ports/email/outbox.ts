import {
  type EmailSender,
  type MailMessage,
  MailUnavailable,
  proveMessage,
  SEND_LIMIT_MS,
} from './port.ts'

export interface OutboxOptions {
  /** Keeps a mail where an admin can read it; keeping the same `idempotencyKey` twice keeps it once. */
  store: (message: MailMessage) => Promise<void>
  limitMs?: number
}

/** Stands in while no mail provider is named: nothing leaves the machine, an admin reads the mails. */
export function createOutboxSender({ store, limitMs = SEND_LIMIT_MS }: OutboxOptions): EmailSender {
  return {
    keyLifeMs: Number.POSITIVE_INFINITY,
    send: async (message, { beforeHandOver } = {}) => {
      proveMessage(message)
      await beforeHandOver?.()
      try {
        await within(limitMs, store(message))
      } catch (error) {
        throw new MailUnavailable(error)
      }
      return {}
    },
    close: async () => {},
  }
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => late.reject(new Error(`Slower than ${limitMs} ms.`)), limitMs)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
