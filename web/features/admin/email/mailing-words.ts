import type { Mailing, MailingKind, MailingStatus } from '#contract/email.ts'
import type { CountKind } from '#web/features/admin/email/numbers.ts'
import { type DateLocale, formatNumber, fullDateTime } from '#web/lib/dates.ts'

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

/** The label of a count. Emails still waiting when a mailing is canceled are never sent. */
export function countLabel(
  kind: CountKind,
  { status, staysInOutbox }: Pick<Mailing, 'status' | 'staysInOutbox'>,
): string {
  if (kind === 'sent' && staysInOutbox) return 'in the outbox'
  return kind === 'waiting' && status === 'cancelled' ? 'never sent' : kind
}

/** The progress of a mailing. */
export function progressWords(mailing: Mailing, locale: string): string {
  const { sentCount, recipientCount, staysInOutbox } = mailing
  const share = `${formatNumber(sentCount, locale)} of ${formatNumber(recipientCount, locale)}`
  return staysInOutbox ? `In the outbox: ${share}. Nothing left this server.` : `Sent ${share}`
}

/** The results of the emails, in sentences. */
export function resultWords(mailing: Mailing, locale: string): string[] {
  const { bouncedCount, unsubscribedCount, sentCount, uncertainCount, staysInOutbox } = mailing
  const uncertain = `${formatNumber(uncertainCount, locale)} of the failed ones may have arrived, so we don’t send ${uncertainCount === 1 ? 'it' : 'them'} again.`
  const doubts = uncertainCount > 0 ? [uncertain] : []
  if (sentCount === 0) return doubts
  const bounces =
    bouncedCount === null
      ? 'This email provider doesn’t report bounces.'
      : `${formatNumber(bouncedCount, locale)} bounced.`
  const unsubscribed = `${formatNumber(unsubscribedCount, locale)} unsubscribed.`
  return [
    ...doubts,
    ...(staysInOutbox ? [] : [bounces]),
    ...(mailing.kind === 'broadcast' || unsubscribedCount > 0 ? [unsubscribed] : []),
  ]
}

/** When a mailing is or was sent. */
export function timeWords(mailing: Mailing, dates: DateLocale): string {
  const at = (instant: string): string => fullDateTime(new Date(instant), dates)
  const { status, sendAt, finishedAt } = mailing
  if (status === 'scheduled') return `Goes out on ${at(sendAt)}.`
  if (status === 'sent') return `Began on ${at(sendAt)}, finished on ${at(finishedAt ?? sendAt)}.`
  if (status === 'cancelled') {
    return finishedAt
      ? `Was scheduled for ${at(sendAt)}, canceled on ${at(finishedAt)}.`
      : `Was scheduled for ${at(sendAt)}.`
  }
  return `Began on ${at(sendAt)}.`
}
