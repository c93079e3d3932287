import type { BouncedEmail, EmailEvent } from '#contract/email.ts'
import type { EventRow } from './events-store.ts'
import type { SuppressionRow } from './suppression-store.ts'

export function presentEvent(row: EventRow): EmailEvent {
  return {
    id: row.emailEventId,
    email: row.email,
    eventType: row.eventType,
    createdAt: row.createdAt.toISOString(),
    eventData: row.eventData,
  }
}

export function presentBounced(row: SuppressionRow): BouncedEmail {
  return {
    id: row.emailSuppressionId,
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    cause: row.cause,
    reason: row.reason,
  }
}
