import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { oneLine } from '#server/domain/one-line.ts'
import {
  MailTakenError,
  MailUnavailable,
  PermanentMailError,
  UnansweredMailError,
} from '#server/ports/email/port.ts'
import { readCheckpoint } from '../audit/read.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '../email/preferences.ts'
import { tagsOf } from '../email/results.ts'
import { mailSender, senderFor } from '../email/service.ts'
import type { MailingMail } from '../email/templates/mailing-mail.ts'
import { neutralSubject } from '../email/templates/neutral-subject.ts'
import { layOut } from './content.ts'
import { delayAfter, isReader, type Reader, type Recipient } from './policy.ts'

/** The outcome of an email, and what it says about the provider. */
export interface Delivery {
  /** Undefined if another job stores it. */
  outcome: Outcome | undefined
  provider: 'answers' | 'defers' | 'fails' | 'not asked'
  reason?: string
  retryAfterMs?: number | undefined
}

/** How often storing an outcome is tried, and the pause between two tries. */
const SAVE_TRIES = 5
const SAVE_PAUSE_MS = 2_000

const ANSWERS = { provider: 'answers' } as const
const NOT_ASKED = { provider: 'not asked' } as const

const INTERRUPTED: Outcome = {
  status: 'failed',
  error: 'The server stopped while sending this. It may have arrived, so it isn’t sent again.',
  isUncertain: true,
}

interface Given {
  mailing: OpenMailing
  mail: SharedMail
  recipient: Recipient
}

/** A mailing rendered once, with a placeholder for each reader's unsubscribe link. */
export interface SharedMail extends MailingMail {
  from: string
  place: string
  /** The newest of the audit log when it was composed; null while the log was empty. */
  auditCheckpoint: string | null
}

export async function composeShared(context: Context, mailing: OpenMailing): Promise<SharedMail> {
  // Random, so that no administrator's text can contain it, not even on purpose.
  const place = `https://unsubscribe.invalid/${crypto.randomUUID()}`
  const { mailingId } = mailing
  const auditCheckpoint =
    mailing.auditCheckpoint ??
    (await fixCheckpoint(context.db, { mailingId, checkpoint: await readCheckpoint(context) }))
  const mail = await layOut(context, { ...mailing, unsubscribeUrl: place })
  return { ...mail, place, auditCheckpoint, from: await mailSender(context) }
}

/**
 * Sends a mailing to one recipient, unless they no longer get it, and stores the outcome. Errors of
 * the provider are part of the result.
 */
export async function deliver(context: Context, given: Given): Promise<Delivery> {
  const { mailingId, kind } = given.mailing
  const { recipient } = given
  const key = { mailingId, mailingRecipientId: recipient.mailingRecipientId }
  const now = context.now()
  if (isUncertain(context, recipient)) {
    return save(context, key, { ...NOT_ASKED, outcome: INTERRUPTED })
  }
  if (!isReader(recipient, { kind, now })) {
    return save(context, key, { ...NOT_ASKED, outcome: { status: 'skipped' } })
  }
  return save(context, key, await send(context, { ...given, recipient }))
}

/** Tries for a while: an outcome that isn't stored leaves it uncertain whether the email arrived. */
async function save(context: Context, key: RecipientKey, delivery: Delivery): Promise<Delivery> {
  const { outcome } = delivery
  if (!outcome) return delivery
  for (let tries = 1; ; tries += 1) {
    try {
      await saveOutcome(context.db, { key, outcome, now: context.now() })
      return delivery
    } catch (error) {
      if (tries === SAVE_TRIES) throw error
      await wait(SAVE_PAUSE_MS)
    }
  }
}

/**
 * Whether the job that handed the email over has died, and another try could deliver it twice. Only
 * one job at a time works on a recipient.
 */
function isUncertain(context: Context, { handedAt }: Recipient): boolean {
  return handedAt !== null && handedAt <= keysHeldSince(context)
}

const ALWAYS = new Date('0001-01-01T00:00:00Z')
const NEVER = new Date('9999-01-01T00:00:00Z')

/** Emails handed over before this moment could arrive twice if they were sent again. */
function keysHeldSince({ email, now }: Context): Date {
  if (email.keyLifeMs === 0) return NEVER
  if (email.keyLifeMs === Number.POSITIVE_INFINITY) return ALWAYS
  return new Date(now().getTime() - email.keyLifeMs)
}

async function send(context: Context, given: Given & { recipient: Reader }): Promise<Delivery> {
  const { mailingId } = given.mailing
  const { mailingRecipientId, attempts } = given.recipient
  let isTaken = false
  const beforeHandOver = async (): Promise<void> => {
    const mark = { mailingId, mailingRecipientId, keysHeldSince: keysHeldSince(context) }
    isTaken = !(await markHandedOver(context.db, mark))
    if (isTaken) throw new Error('Another job has this email.')
  }
  try {
    const { providerId } = await context.email.send(messageFor(context, given), { beforeHandOver })
    return { ...ANSWERS, outcome: { status: 'sent', providerId } }
  } catch (error) {
    return isTaken
      ? { ...NOT_ASKED, outcome: undefined }
      : judge(error, { attempts, now: context.now() })
  }
}

/** Where each email keeps a checkpoint of the audit log outside of the database. */
const CHECKPOINT_HEADER = 'X-Audit-Checkpoint'

function messageFor(
  context: Context,
  { mailing, mail, recipient }: Given & { recipient: Reader },
): Parameters<Context['email']['send']>[0] {
  const { kind, mailingId } = mailing
  const { email, memberId, neutralName, mailingRecipientId } = recipient
  const { html, text, place, from, auditCheckpoint } = mail
  const subject = neutralName ? neutralSubject(neutralName, kind) : oneLine(mailing.subject)
  const url = unsubscribeUrl(context, { memberId, kind, mailingId })
  return {
    to: email,
    from: senderFor(from, subject),
    subject,
    html: html.replaceAll(place, url),
    text: text.replaceAll(place, url),
    headers: {
      ...unsubscribeHeaders(url),
      ...(auditCheckpoint && { [CHECKPOINT_HEADER]: auditCheckpoint }),
    },
    tags: tagsOf({ mailingId, mailingRecipientId }),
    idempotencyKey: `mailing-${mailingId}-${mailingRecipientId}`,
  }
}

function judge(error: unknown, { attempts, now }: { attempts: number; now: Date }): Delivery {
  const reason = reasonOf(error)
  if (error instanceof MailTakenError) return { ...ANSWERS, outcome: { status: 'sent' } }
  if (error instanceof PermanentMailError || error instanceof UnansweredMailError) {
    const isUncertain = error instanceof UnansweredMailError
    return { ...ANSWERS, outcome: { status: 'failed', error: reason, isUncertain } }
  }
  if (error instanceof MailUnavailable && error.concerns === 'recipient') {
    const delay = delayAfter(attempts + 1)
    if (delay === undefined) return { ...ANSWERS, outcome: { status: 'failed', error: reason } }
    const dueAt = new Date(now.getTime() + delay)
    return { provider: 'defers', reason, outcome: { status: 'waiting', error: reason, dueAt } }
  }
  const retryAfterMs = error instanceof MailUnavailable ? error.retryAfterMs : undefined
  const outcome = { status: 'waiting', error: reason } as const
  return { provider: 'fails', reason, retryAfterMs, outcome }
}

/** Contains no address, because adapters remove addresses from the errors they pass on. */
function reasonOf(error: unknown): string {
  const cause = error instanceof MailUnavailable ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : 'unknown'
}

/** A mailing being sent, with what its emails need. */
export interface OpenMailing {
  mailingId: number
  kind: MailingKind
  subject: string
  preheader: string
  html: string
  /** The same for all its emails; null before the first. */
  auditCheckpoint: string | null
}

/** Gives a mailing its checkpoint of the audit log, unless it has one. Returns the one it has. */
async function fixCheckpoint(
  db: Queryable,
  { mailingId, checkpoint }: { mailingId: number; checkpoint: string | null },
): Promise<string | null> {
  const row = await db
    .updateTable('mailing')
    .set({ auditCheckpoint: sql`coalesce(audit_checkpoint, ${checkpoint})` })
    .where('mailingId', '=', mailingId)
    .returning('auditCheckpoint')
    .executeTakeFirst()
  return row?.auditCheckpoint ?? null
}

/** Identifies a recipient's row. */
interface RecipientKey {
  mailingId: number
  mailingRecipientId: number
}

/**
 * Marks that the provider may have the email from now on. Returns false, and the email must not be
 * sent, if it is done or was marked before `keysHeldSince`.
 */
async function markHandedOver(
  db: Queryable,
  input: RecipientKey & { keysHeldSince: Date },
): Promise<boolean> {
  const result = await sql`
    update mailing_recipient set handed_at = coalesce(handed_at, clock_timestamp())
    where mailing_id = ${input.mailingId} and mailing_recipient_id = ${input.mailingRecipientId}
      and status = 'waiting' and (handed_at is null or handed_at > ${input.keysHeldSince})`.execute(
    db,
  )
  return (result.numAffectedRows ?? 0n) > 0n
}

/** The outcome of an email. */
interface Outcome {
  /** `waiting` means that it will be tried again. */
  status: 'sent' | 'failed' | 'skipped' | 'waiting'
  providerId?: string | undefined
  /** Without addresses. */
  error?: string
  /** Whether a failed email may have arrived. */
  isUncertain?: boolean
  /** When to try a deferred recipient again; this counts as an attempt. */
  dueAt?: Date
}

/** Stores the outcome of an email that has none yet, and counts it in its mailing. */
async function saveOutcome(
  db: Queryable,
  { key, outcome, now }: { key: RecipientKey; outcome: Outcome; now: Date },
): Promise<void> {
  const { status, providerId = null, error, isUncertain = false, dueAt = null } = outcome
  const isDone = status !== 'waiting'
  const count = (is: boolean) => sql`${is ? 1 : 0}::int`
  await sql`
    with changed as (
      update mailing_recipient set
        status = ${status}::mailing_recipient_status,
        provider_id = coalesce(${providerId}, provider_id),
        last_error = coalesce(${error?.slice(0, 500) ?? null}, last_error),
        due_at = coalesce(${dueAt}::timestamptz, due_at),
        attempts = attempts + ${count(isDone || dueAt !== null)},
        handed_at = case when ${isDone} then handed_at end,
        done_at = case when ${isDone} then ${now}::timestamptz end
      where mailing_id = ${key.mailingId} and mailing_recipient_id = ${key.mailingRecipientId}
        and status = 'waiting'
      returning mailing_id
    )
    update mailing m set
      sent_count = sent_count + ${count(status === 'sent')},
      failed_count = failed_count + ${count(status === 'failed')},
      skipped_count = skipped_count + ${count(status === 'skipped')},
      uncertain_count = uncertain_count + ${count(isUncertain)}
    from changed where m.mailing_id = changed.mailing_id and ${isDone}`.execute(db)
}
