import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import type { MailingKind, MailingStatus } from '#contract/email.ts'
import type { NeutralName } from '#contract/neutral-names.ts'

const SECOND_MS = 1_000

/** The most recipients of one job. */
export const BATCH_SIZE = 50
/** An automatic mailing is not sent to people whose hour is longer ago than this. */
export const LATEST_MS = 3 * HOUR_MS
/** Attempts for one recipient before giving up. */
const MOST_ATTEMPTS = 6
/** Number of recipients deferred in a row after which the whole provider counts as busy. */
export const BUSY_STREAK = 5

const ATTEMPT_DELAYS_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS)
const FIRST_CLOSING_MS = 5 * SECOND_MS
const LONGEST_CLOSING_MS = 5 * MINUTE_MS

/** Delay in ms after a recipient was deferred for the `attempts`th time; undefined to give up. */
export function delayAfter(attempts: number): number | undefined {
  return attempts >= MOST_ATTEMPTS ? undefined : ATTEMPT_DELAYS_MS[attempts - 1]
}

/**
 * How long, in ms, to pause after a provider failed `failures` times in a row and asked for
 * `askedMs`.
 */
export function closingTime(failures: number, askedMs = 0): number {
  const growing = FIRST_CLOSING_MS * 2 ** Math.min(failures - 1, 20)
  return Math.max(Math.min(growing, LONGEST_CLOSING_MS), Math.min(askedMs, HOUR_MS))
}

/** How emails are spread over time. */
export interface Pace {
  /** Milliseconds from one email to the next. */
  gapMs: number
  /** How many recipients are handled together: those of a second, but at least one. */
  perSecond: number
}

export function paceOf(ratePerMinute: number): Pace {
  const perSecond = Math.min(BATCH_SIZE, Math.max(1, Math.floor(ratePerMinute / 60)))
  return { gapMs: 60_000 / ratePerMinute, perSecond }
}

/** How many jobs of a mailing are queued at most: two minutes' work, and they are queued each minute. */
export function queueLimit(ratePerMinute: number): number {
  return Math.ceil((2 * ratePerMinute) / BATCH_SIZE) + 1
}

/** A recipient whose turn has come. */
export interface Recipient {
  mailingRecipientId: number
  /** Null if the account was deleted, like `email`. */
  memberId: string | null
  email: string | null
  neutralName: NeutralName | null
  isVerified: boolean
  isSuspended: boolean
  isBounced: boolean
  isWanted: boolean
  dueAt: Date
  /** Since when the provider may have the email. */
  handedAt: Date | null
  /** How often the recipient was deferred. */
  attempts: number
}

/** A recipient who still gets the mailing, with the account's address of this moment. */
export type Reader = Recipient & { memberId: string; email: string }

/** Whether a recipient still gets a mailing. */
export function isReader(
  recipient: Recipient,
  { kind, now }: { kind: MailingKind; now: Date },
): recipient is Reader {
  const { email, isVerified, isSuspended, isBounced, isWanted, attempts, dueAt } = recipient
  if (email === null || !isVerified || isSuspended || isBounced || !isWanted) return false
  const isLate = now.getTime() - dueAt.getTime() > LATEST_MS
  return kind === 'broadcast' || attempts > 0 || !isLate
}

/** An administrator's options for a mailing. */
export type MailingAct = 'change' | 'send' | 'cancel' | 'pause' | 'resume'

/** The status after an act; the same status if the act changes nothing. */
const LEADS_TO: Record<MailingAct, Partial<Record<MailingStatus, MailingStatus>>> = {
  change: { scheduled: 'scheduled' },
  send: { scheduled: 'sending', sending: 'sending', sent: 'sent' },
  cancel: { scheduled: 'cancelled', paused: 'cancelled', cancelled: 'cancelled' },
  pause: { sending: 'paused', paused: 'paused' },
  resume: { paused: 'sending', sending: 'sending' },
}

const REFUSALS: Record<MailingAct, Partial<Record<MailingStatus, string>>> = {
  change: { cancelled: 'This email was canceled.' },
  send: {
    cancelled: 'This email was canceled.',
    paused: 'This email is paused. Resume it to continue.',
  },
  cancel: {
    sending: 'This email is being sent. Pause it first.',
    sent: 'This email was already sent.',
  },
  pause: { scheduled: 'This email isn’t being sent yet.', sent: 'This email was already sent.' },
  resume: { scheduled: 'This email isn’t being sent yet.', sent: 'This email was already sent.' },
}

/** The status after an act, or why it cannot be done. */
export function outcomeOf(
  act: MailingAct,
  status: MailingStatus,
): { status: MailingStatus } | { refusal: string } {
  const next = LEADS_TO[act][status]
  if (next) return { status: next }
  return { refusal: REFUSALS[act][status] ?? 'This email can no longer be changed.' }
}

/** The reason for getting a mailing, as shown in its footer. */
export function reasonOf(kind: MailingKind, brand: string): string {
  const what: Record<MailingKind, string> = {
    broadcast: `You get news from ${brand} because you have an account there.`,
    'daily-message': `You get this because you chose the daily message from ${brand}.`,
    'weekly-digest': `You get this because you chose new stories every week from ${brand}.`,
  }
  return what[kind]
}

/**
 * Domains where anyone can get an address, so mail servers don't trust a site that sends from them.
 */
const PUBLIC_MAIL = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'ymail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'web.de',
  'mail.com',
  'zoho.com',
  'yandex.com',
  'comcast.net',
  'verizon.net',
  'att.net',
  'resend.dev',
])
const NO_DOMAIN = /(^|\.)(localhost|local|invalid|test|internal|lan)$/

/**
 * Whether emails are sent from the site's own domain.
 *
 * @param from `someone@example.org` or `Name <someone@example.org>`; null with the outbox
 */
export function hasSenderDomain(from: string | null): boolean {
  const domain = from?.replace(/>$/, '').split('@').at(-1)?.toLowerCase() ?? ''
  return domain.includes('.') && !PUBLIC_MAIL.has(domain) && !NO_DOMAIN.test(domain)
}
