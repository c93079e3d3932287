import { sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'
import { BATCH_SIZE, type Recipient } from './policy.ts'
import { IS_BOUNCED, isWanted } from './recipients-store.ts'

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

/** The mailings being sent, oldest first. */
export async function listSending(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('mailing')
    .select('mailingId')
    .where('status', '=', 'sending')
    .orderBy('mailingId')
    .execute()
  return rows.map((row) => row.mailingId)
}

/** Undefined for a mailing that is not being sent, such as a paused one. */
export function findSending(db: Queryable, mailingId: number): Promise<OpenMailing | undefined> {
  return db
    .selectFrom('mailing')
    .select(['mailingId', 'kind', 'subject', 'preheader', 'html', 'auditCheckpoint'])
    .where('mailingId', '=', mailingId)
    .where('status', '=', 'sending')
    .executeTakeFirst()
}

/** Gives a mailing its checkpoint of the audit log, unless it has one. Returns the one it has. */
export async function fixCheckpoint(
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

/** Whether a row waits for a job: it is due, and no server of the previous release sends it. */
const isDue = (now: Date) => sql<boolean>`
  r.status = 'waiting' and r.due_at <= ${now}
  and (r.taken_until is null or r.taken_until = 'infinity' or r.taken_until < clock_timestamp())`

/** The numbers of the batches with due recipients, if the mailing is being sent. */
export async function listDueBatches(
  db: Queryable,
  { mailingId, now, limit }: { mailingId: number; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ batch: number }>`
    select distinct r.mailing_recipient_id / ${BATCH_SIZE}::int as batch
    from mailing m join mailing_recipient r on r.mailing_id = m.mailing_id
    where m.mailing_id = ${mailingId} and m.status = 'sending' and ${isDue(now)}
    order by batch limit ${limit}`.execute(db)
  return rows.map((row) => row.batch)
}

/** The due recipients of a batch. */
export async function listDue(
  db: Queryable,
  { mailingId, batch, now }: { mailingId: number; batch: number; now: Date },
): Promise<number[]> {
  const first = batch * BATCH_SIZE
  const { rows } = await sql<{ id: number }>`
    select r.mailing_recipient_id as id from mailing_recipient r
    where r.mailing_id = ${mailingId} and ${isDue(now)}
      and r.mailing_recipient_id between ${first} and ${first + BATCH_SIZE - 1}
    order by r.mailing_recipient_id`.execute(db)
  return rows.map((row) => row.id)
}

/** Those of the recipients who still wait, with what decides whether they get the mailing. */
export async function listRecipients(
  db: Queryable,
  { mailingId, kind, ids }: { mailingId: number; kind: MailingKind; ids: number[] },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select r.mailing_recipient_id, r.member_id, r.due_at, r.handed_at, r.attempts,
      m.email, m.neutral_name, m.email_verified_at is not null as is_verified,
      m.suspended_at is not null as is_suspended, ${IS_BOUNCED} as is_bounced,
      ${isWanted(sql`${kind}::mailing_kind`)} as is_wanted
    from mailing_recipient r left join member m on m.member_id = r.member_id
    where r.mailing_id = ${mailingId} and r.mailing_recipient_id = any(${ids})
      and r.status = 'waiting'
    order by r.mailing_recipient_id`.execute(db)
  return rows
}

/** Identifies a recipient's row. */
export interface RecipientKey {
  mailingId: number
  mailingRecipientId: number
}

/**
 * Marks that the provider may have the email from now on. Returns false, and the email must not be
 * sent, if it is done or was marked before `keysHeldSince`.
 */
export async function markHandedOver(
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

/** What came of an email. */
export interface Outcome {
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
export async function saveOutcome(
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

/** Marks mailings without waiting recipients as sent. Returns their ids. */
export async function finishMailings(db: Queryable, now: Date): Promise<number[]> {
  const { rows } = await sql<{ mailingId: number }>`
    update mailing m set status = 'sent', finished_at = ${now}
    where status in ('sending', 'paused') and not exists (
      select from mailing_recipient r
      where r.mailing_id = m.mailing_id and r.status = 'waiting')
    returning mailing_id`.execute(db)
  return rows.map((row) => row.mailingId)
}

/** Places in the sequence of all emails of mailings, on all nodes. */
interface Slots {
  /** How long until the first one, in milliseconds. */
  waitMs: number
  /** How often in a row the provider has failed. */
  failures: number
}

/** Reserves slots, `gapMs` apart. Undefined while the provider is left alone after a failure. */
export async function reserveSlots(
  db: Queryable,
  { count, gapMs }: { count: number; gapMs: number },
): Promise<Slots | undefined> {
  const span = sql`${count * gapMs}::float8 * interval '1 millisecond'`
  const { rows } = await sql<Slots>`
    update mail_gate set filled_at = greatest(filled_at, clock_timestamp()) + ${span}
    where closed_until is null or closed_until <= clock_timestamp()
    returning failures,
      greatest(0, extract(epoch from filled_at - ${span} - clock_timestamp()) * 1000)::float8
        as wait_ms`.execute(db)
  return rows[0]
}

/**
 * Leaves the provider alone for `ms`. If several emails fail at once, only the first counts:
 * `failures` is the number when their slots were reserved. Returns whether this call counted.
 */
export async function closeGate(
  db: Queryable,
  { failures, ms }: { failures: number; ms: number },
): Promise<boolean> {
  const result = await sql`
    update mail_gate set failures = failures + 1,
      closed_until = clock_timestamp() + ${ms} * interval '1 millisecond'
    where failures = ${failures}`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
}

export async function openGate(db: Queryable): Promise<void> {
  await sql`update mail_gate set failures = 0, closed_until = null where failures > 0`.execute(db)
}
