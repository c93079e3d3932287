import type { Mailing, Recipients } from '#contract/email.ts'
import type { Audience } from './recipients-store.ts'
import type { MailingRow } from './store.ts'

/** Facts about mailings that are not in their rows. */
export interface MailingFacts {
  /** The number of people who would get it now, if its recipients are not stored yet. */
  expected: number
  /** The email provider that is set up now. */
  provider: string
  /** Whether the provider's events arrive here. */
  hasEvents: boolean
  /** Whether the reader may see how many recipients were skipped. */
  seesSkipped: boolean
}

export function presentMailing(
  row: MailingRow,
  { expected, provider, hasEvents, seesSkipped }: MailingFacts,
): Mailing {
  const carrier = row.provider ?? provider
  const seesBounces = hasEvents && carrier === 'resend'
  return {
    id: row.mailingId,
    kind: row.kind,
    subject: row.subject,
    preheader: row.preheader,
    html: row.html,
    group: row.recipientGroup,
    productId: row.productId,
    sendAt: row.sendAt.toISOString(),
    status: row.status,
    version: row.version,
    recipientCount: row.recipientCount ?? expected,
    sentCount: seesSkipped ? row.sentCount : row.sentCount + row.skippedCount,
    failedCount: row.failedCount,
    uncertainCount: row.uncertainCount,
    skippedCount: seesSkipped ? row.skippedCount : 0,
    bouncedCount: seesBounces || row.bouncedCount > 0 ? row.bouncedCount : null,
    unsubscribedCount: row.unsubscribedCount,
    staysInOutbox: carrier === 'outbox',
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

const NOBODY: Audience = { recipients: 0, unproven: 0, bounced: 0, unsubscribed: 0 }

export function presentRecipients(audience: Audience = NOBODY): Recipients {
  const { recipients, ...excluded } = audience
  return { recipientCount: recipients, excluded }
}
