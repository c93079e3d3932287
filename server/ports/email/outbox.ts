import { within } from '#server/domain/within.ts'
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
