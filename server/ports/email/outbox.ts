import { within } from '#server/domain/within.ts'
import {
  type EmailSender,
  type MailMessage,
  MailUnavailable,
  SEND_LIMIT_MS,
  validateMessage,
} from './port.ts'

export interface OutboxOptions {
  /** Stores an email where an admin can read it; the same `idempotencyKey` is stored only once. */
  store: (message: MailMessage) => Promise<void>
  limitMs?: number
}

/** Used while no email provider is configured: nothing leaves the machine, and admins can read the emails. */
export function createOutboxSender({ store, limitMs = SEND_LIMIT_MS }: OutboxOptions): EmailSender {
  return {
    keyLifeMs: Number.POSITIVE_INFINITY,
    send: async (message, { beforeHandOver } = {}) => {
      validateMessage(message)
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
