import { isolated } from '#contract/direction.ts'
import type {
  EMAIL_EVENT_TYPES,
  EmailHealth,
  Mailing,
  MailingKind,
  MailingStatus,
  RecipientGroup,
  RecipientGroups,
  Recipients,
} from '#contract/email.ts'
import {
  clockTime,
  type DateLocale,
  formatDate,
  formatNumber,
  fullDateTime,
} from '#web/lib/dates.ts'

/** '1 person', '1,204 people'. */
export function people(count: number, locale: string): string {
  return count === 1 ? '1 person' : `${formatNumber(count, locale)} people`
}

/** The question before an email is sent while no email service is connected. */
export function keepingUnsent(subject: string) {
  return {
    title: 'No email service is connected',
    description: `“${isolated(subject.trim())}” would be kept under Unsent emails and reach nobody.`,
    confirmLabel: 'Keep it under Unsent emails',
  }
}

/** How many people don't get a broadcast and why. Reasons that exclude nobody are omitted. */
export function leftOutWords(excluded: Recipients['excluded'], locale: string): string[] {
  const reasons: [number, string][] = [
    [excluded.unproven, 'with an unverified address'],
    [excluded.bounced, 'whose emails bounced'],
    [excluded.unsubscribed, 'who unsubscribed'],
  ]
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count, locale)} ${words}`)
}

export const COUNT_KINDS = ['sent', 'failed', 'skipped', 'waiting'] as const
export type CountKind = (typeof COUNT_KINDS)[number]

/** The outcome of the emails of a mailing. The waiting ones of a canceled mailing are never sent. */
export function countsOf(mailing: Mailing): Record<CountKind, number> {
  const { sentCount: sent, failedCount: failed, skippedCount: skipped } = mailing
  const rest = Math.max(0, mailing.recipientCount - sent - failed - skipped)
  return { sent, failed, skipped, waiting: rest }
}

/** A badge for the state of a mailing, or for the type of an event. */
interface BadgeWords {
  label: string
  variant: 'default' | 'neutral' | 'gold' | 'destructive'
}

const STATUS_BADGES: Record<MailingStatus, BadgeWords> = {
  scheduled: { label: 'Scheduled', variant: 'gold' },
  sending: { label: 'Sending', variant: 'default' },
  paused: { label: 'Paused', variant: 'gold' },
  sent: { label: 'Sent', variant: 'default' },
  cancelled: { label: 'Canceled', variant: 'neutral' },
}

/** The badge for the state of a mailing. What stays on this server isn’t sent. */
export function statusBadge({
  status,
  staysInOutbox,
}: Pick<Mailing, 'status' | 'staysInOutbox'>): BadgeWords {
  if (status === 'sent' && staysInOutbox) return { label: 'Kept unsent', variant: 'neutral' }
  return STATUS_BADGES[status]
}

/** Who would get a scheduled mailing. */
export function expectedWords(
  { recipientCount, staysInOutbox }: Pick<Mailing, 'recipientCount' | 'staysInOutbox'>,
  locale: string,
): string {
  const who = people(recipientCount, locale)
  return staysInOutbox
    ? `${who}. Without an email service it would be kept unsent.`
    : `${who} would get it right now.`
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
  if (kind === 'sent' && staysInOutbox) return 'unsent'
  return kind === 'waiting' && status === 'cancelled' ? 'never sent' : kind
}

/** The progress of a mailing. */
export function progressWords(mailing: Mailing, locale: string): string {
  const { sentCount, recipientCount, staysInOutbox } = mailing
  const share = `${formatNumber(sentCount, locale)} of ${formatNumber(recipientCount, locale)}`
  return staysInOutbox ? `Kept unsent: ${share}` : `Sent ${share}`
}

/** The results of the emails, in sentences. */
export function resultWords(mailing: Mailing, locale: string): string[] {
  const { bouncedCount, unsubscribedCount, sentCount, uncertainCount, staysInOutbox } = mailing
  const uncertain = `${formatNumber(uncertainCount, locale)} of the failed ones may have arrived, so we don’t send ${uncertainCount === 1 ? 'it' : 'them'} again.`
  const doubts = uncertainCount > 0 ? [uncertain] : []
  if (sentCount === 0) return doubts
  const bounces =
    bouncedCount === null
      ? 'This email service doesn’t report bounces.'
      : `${formatNumber(bouncedCount, locale)} bounced.`
  const unsubscribed = `${formatNumber(unsubscribedCount, locale)} unsubscribed.`
  return [
    ...doubts,
    ...(staysInOutbox ? [] : [bounces]),
    ...((mailing.kind === 'broadcast' && !staysInOutbox) || unsubscribedCount > 0
      ? [unsubscribed]
      : []),
  ]
}

/** When a mailing is or was sent. */
export function timeWords(mailing: Mailing, dates: DateLocale): string {
  const at = (instant: string): string => fullDateTime(new Date(instant), dates)
  const { status, sendAt, finishedAt, staysInOutbox } = mailing
  if (status === 'scheduled')
    return `${staysInOutbox ? 'Scheduled for' : 'Goes out on'} ${at(sendAt)}.`
  if (status === 'sent')
    return `${staysInOutbox ? 'Kept' : 'Finished'} on ${at(finishedAt ?? sendAt)}.`
  if (status === 'cancelled') {
    return finishedAt
      ? `Was scheduled for ${at(sendAt)}, canceled on ${at(finishedAt)}.`
      : `Was scheduled for ${at(sendAt)}.`
  }
  return `Began on ${at(sendAt)}.`
}

/** The recipient groups, in the order of the menu. */
export const GROUP_LABELS: Record<RecipientGroup, string> = {
  everyone: 'Everyone',
  access: 'Members with access to the live room',
  buyers: 'Buyers of a product',
  inactive: 'Not seen for 30 days',
}

/** Who is in a group; undefined if its label already says it. */
export function groupHelp(
  group: RecipientGroup,
  groups: RecipientGroups | undefined,
): string | undefined {
  switch (group) {
    case 'everyone':
      return undefined
    case 'access':
      return groups?.membership
        ? `Members with access through “${groups.membership}” right now, and your team.`
        : undefined
    case 'buyers':
      return 'Everyone who bought it and wasn’t refunded.'
    case 'inactive':
      return 'Members who haven’t signed in or opened a page for at least 30 days.'
  }
}

/** The recipients of a broadcast, in words. */
export function groupWords(
  { group, productId }: Pick<Mailing, 'group' | 'productId'>,
  groups: RecipientGroups | undefined,
): string {
  if (group !== 'buyers') return GROUP_LABELS[group]
  const title = groups?.products.find(({ id }) => id === productId)?.title
  return title === undefined ? GROUP_LABELS.buyers : `Buyers of “${isolated(title)}”`
}

type KnownType = (typeof EMAIL_EVENT_TYPES)[number]

const BADGES: Record<KnownType, BadgeWords> = {
  'email.sent': { label: 'Sent', variant: 'neutral' },
  'email.delivered': { label: 'Delivered', variant: 'default' },
  'email.bounced': { label: 'Bounced', variant: 'destructive' },
  'email.clicked': { label: 'Clicked', variant: 'default' },
  'email.complained': { label: 'Complained', variant: 'destructive' },
  'email.delivery_delayed': { label: 'Delivery delayed', variant: 'gold' },
  'email.suppressed': { label: 'Blocked', variant: 'destructive' },
  'suppression.added': { label: 'Blocked', variant: 'destructive' },
}

/** The badge for an event type. An unknown type is shown by its own name. */
export function eventBadge(type: string): BadgeWords {
  // The record's keys are all that `hasOwn` lets through.
  if (Object.hasOwn(BADGES, type)) return BADGES[type as KnownType]
  return { label: type, variant: 'neutral' }
}

/** The meaning of each event, for the webhook setup. */
export const EVENT_USES: Record<KnownType, string> = {
  'email.sent': 'the email service accepted the email',
  'email.delivered': 'the email arrived',
  'email.bounced': 'the email bounced: this address gets no more broadcasts',
  'email.clicked': 'a link in the email was opened',
  'email.complained': 'the email was marked as spam: this address gets no more broadcasts',
  'email.delivery_delayed': 'the email is delayed; the email service will try again',
  'email.suppressed': 'Resend sends nothing to this address: it gets no more broadcasts',
  'suppression.added': 'Resend stopped sending to this address: it gets no more broadcasts',
}

type DomainHealth = NonNullable<EmailHealth['domain']>
export type RecordKind = 'spf' | 'dkim' | 'dmarc'

export const PROVIDER_LABELS: Record<Exclude<EmailHealth['provider'], 'outbox'>, string> = {
  smtp: 'An email server',
  resend: 'Resend',
}

export const RECORD_LABELS: Record<RecordKind, string> = {
  spf: 'SPF: the servers that may send for this domain',
  dkim: 'DKIM: the key that proves an email wasn’t changed',
  dmarc: 'DMARC: what to do with emails that fail these checks',
}

const MISSING: Record<RecordKind, string> = {
  spf: 'Missing. Add your email service’s SPF record to this domain’s DNS, or emails will land in spam.',
  dkim: 'Missing. Add your email service’s DKIM record to this domain’s DNS, or emails will land in spam.',
  dmarc:
    'Missing. Add a TXT record for _dmarc to this domain’s DNS, such as “v=DMARC1; p=none”. Large email services require one.',
}

const UNKNOWN: Record<RecordKind, string> = {
  spf: 'Unknown: the DNS server didn’t answer.',
  dkim: 'Unknown: its name depends on the email service, or the DNS server didn’t answer.',
  dmarc: 'Unknown: the DNS server didn’t answer.',
}

/** Whether the DNS has a record, and what to do if it is missing. */
export function recordWords(kind: RecordKind, state: DomainHealth[RecordKind]): string {
  if (state === 'found') return 'Found.'
  return state === 'missing' ? MISSING[kind] : UNKNOWN[kind]
}

/** '6:00 AM' for 6. */
export function hourLabel(hour: number, locale: string): string {
  const at = new Date(Date.UTC(2026, 0, 1, hour))
  return clockTime(at, { locale, timeZone: 'UTC' })
}

/** 'Sunday' for 0. */
export function weekdayLabel(weekday: number, locale: string): string {
  // The 4th of January 2026 is a Sunday.
  const at = new Date(Date.UTC(2026, 0, 4 + weekday))
  return formatDate(at, { locale, timeZone: 'UTC' }, { weekday: 'long' })
}
