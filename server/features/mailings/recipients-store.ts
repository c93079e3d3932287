import { type RawBuilder, sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import { DEFAULT_MAILINGS } from '../email/preferences.ts'

/** Whether the address of member `m` is suppressed. */
export const IS_BOUNCED = sql<boolean>`exists (
  select from email_suppression s where s.email = m.email and s.lifted_at is null)`

/** Whether member `m` wants mailings of a kind: their choice, or the default. */
export function isWanted(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select c.is_wanted from mailing_choice c where c.member_id = m.member_id and c.kind = ${kind}),
    ${kind} = any (${DEFAULT_MAILINGS}::mailing_kind[]))`
}

export function kindOf(kind: MailingKind): RawBuilder<unknown> {
  return sql`${kind}::mailing_kind`
}

export interface Audience {
  recipients: number
  unproven: number
  bounced: number
  unsubscribed: number
}

/**
 * Suspended members are recipients and are skipped when their turn comes. If counts left them out,
 * an administrator could suspend the author of a story and see which group gets smaller.
 */
export const GETS = (kind: MailingKind): RawBuilder<boolean> => sql<boolean>`
  m.email_verified_at is not null and not ${IS_BOUNCED} and ${isWanted(kindOf(kind))}`
