import type { Mailing, MailingKind, MailingStatus } from '#contract/email.ts'
import type { CountKind } from '#web/features/admin/email/numbers.ts'
import { fullDateTime } from '#web/lib/dates.ts'

interface StatusBadge {
  label: string
  variant: 'default' | 'neutral' | 'gold' | 'destructive'
}

export const STATUS_BADGES: Record<MailingStatus, StatusBadge> = {
  scheduled: { label: 'Scheduled', variant: 'gold' },
  sending: { label: 'Sending', variant: 'default' },
  paused: { label: 'Paused', variant: 'gold' },
  sent: { label: 'Sent', variant: 'default' },
  cancelled: { label: 'Canceled', variant: 'neutral' },
}

export const KIND_LABELS: Record<MailingKind, string> = {
  broadcast: 'Broadcast',
  'daily-message': 'Daily message, automatic',
  'weekly-digest': 'Weekly digest, automatic',
}

const COUNT_LABELS: Record<CountKind, string> = {
  sent: 'sent',
  failed: 'failed',
  skipped: 'skipped',
  waiting: 'waiting',
}

/** What a count of a mailing's messages is called; what a cancelled one left waiting never goes. */
export function countLabel(
  kind: CountKind,
  { status, staysInOutbox }: Pick<Mailing, 'status' | 'staysInOutbox'>,
): string {
  if (kind === 'sent' && staysInOutbox) return 'in the outbox'
  return kind === 'waiting' && status === 'cancelled' ? 'never sent' : COUNT_LABELS[kind]
}

/** How far it is. */
export function progressWords(mailing: Mailing): string {
  const { sentCount, recipientCount, staysInOutbox } = mailing
  const share = `${sentCount.toLocaleString()} of ${recipientCount.toLocaleString()}`
  return staysInOutbox ? `In the outbox: ${share}. Nothing left this server.` : `Sent ${share}`
}

/** What came of what was sent, in sentences. */
export function resultWords(mailing: Mailing): string[] {
  const { bouncedCount, unsubscribedCount, sentCount, staysInOutbox } = mailing
  if (sentCount === 0) return []
  const bounces =
    bouncedCount === null
      ? 'Bounces can’t be seen with this email provider.'
      : `${bouncedCount.toLocaleString()} bounced.`
  const unsubscribed = `${unsubscribedCount.toLocaleString()} unsubscribed.`
  return [
    ...(staysInOutbox ? [] : [bounces]),
    ...(mailing.kind === 'broadcast' || unsubscribedCount > 0 ? [unsubscribed] : []),
  ]
}

/** When it goes out or went out, by the community's clocks. */
export function timeWords(mailing: Mailing, timeZone: string): string {
  const at = (instant: string): string => fullDateTime(new Date(instant), undefined, timeZone)
  const { status, sendAt, finishedAt } = mailing
  if (status === 'scheduled') return `Goes out on ${at(sendAt)}.`
  if (status === 'sent') return `Began on ${at(sendAt)}, finished on ${at(finishedAt ?? sendAt)}.`
  if (status === 'cancelled') {
    return finishedAt
      ? `Was for ${at(sendAt)}, canceled on ${at(finishedAt)}.`
      : `Was for ${at(sendAt)}.`
  }
  return `Began on ${at(sendAt)}.`
}
