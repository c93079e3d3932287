import { sql } from 'kysely'
import type pg from 'pg'
import type { MailingKind } from '#contract/email.ts'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Queryable } from '#server/db/connect.ts'
import { LATEST_MS, type Pace } from './policy.ts'
import { IS_BOUNCED, isWanted } from './recipients-store.ts'

/** A mailing being sent, with the fields that the worker needs. */
export interface OpenMailing {
  mailingId: number
  kind: MailingKind
  subject: string
  preheader: string
  html: string
}

/** The mailings being sent that have a due recipient, oldest first. */
export async function listSending(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<OpenMailing[]> {
  const { rows } = await sql<OpenMailing>`
    select mailing_id, kind, subject, preheader, html from mailing m
    where status = 'sending' and exists (
      select from mailing_recipient r
      where r.mailing_id = m.mailing_id and r.status = 'waiting' and r.due_at <= ${now})
    order by mailing_id limit ${limit}`.execute(db)
  return rows
}

/** When the next waiting recipient of a mailing being sent is due; undefined if there is none. */
export async function findNextDue(db: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(r.due_at) as due_at from mailing m
    join mailing_recipient r on r.mailing_id = m.mailing_id and r.status = 'waiting'
    where m.status = 'sending'`.execute(db)
  return rows[0]?.dueAt ?? undefined
}

/** The state that all nodes share, at this moment. */
export interface Gate {
  tokens: number
  /** Milliseconds until the provider is tried again; 0 while the gate is open. */
  closedMs: number
  failures: number
  /** The number of messages that nodes have claimed. */
  underWay: number
}

/** Reads the shared state and locks it until the transaction ends. */
export async function lockGate(trx: Queryable, { capacity, perSecond }: Pace): Promise<Gate> {
  const { rows } = await sql<Gate>`
    select
      least(${capacity}::float8, tokens + ${perSecond}::float8
        * greatest(0, extract(epoch from clock_timestamp() - filled_at))) as tokens,
      greatest(0, coalesce(extract(epoch from closed_until - clock_timestamp()) * 1000, 0))::float8
        as closed_ms,
      failures,
      (select count(*)::int from mailing_recipient
       where status = 'waiting' and taken_until > clock_timestamp()) as under_way
    from mail_gate for update`.execute(trx)
  const [gate] = rows
  if (!gate) throw new Error('The table mail_gate has no row.')
  return gate
}

export async function setTokens(trx: Queryable, tokens: number): Promise<void> {
  await sql`update mail_gate set tokens = ${tokens}, filled_at = clock_timestamp()`.execute(trx)
}

/**
 * Pauses sending for `ms`. If several messages fail at once, only the first counts: `failures` is
 * the gate's value when they were claimed. Returns whether this call closed the gate.
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

export interface TakenRow {
  mailingRecipientId: number
  memberId: string
  email: string
  neutralName: NeutralName | null
  attempts: number
}

/**
 * Claims due recipients for one node, and marks those who must no longer get the mailing as
 * skipped. Reads the address here, at the last moment.
 *
 * @param keysHeldSince messages handed over before this moment are not sent again
 */
export async function takeRecipients(
  trx: Queryable,
  input: {
    mailing: OpenMailing
    limit: number
    now: Date
    leaseMs: number
    keysHeldSince: Date
  },
): Promise<{ taken: TakenRow[]; skipped: number }> {
  const { mailing, limit, now, leaseMs, keysHeldSince } = input
  const { mailingId, kind } = mailing
  const lateBefore = kind === 'broadcast' ? null : new Date(now.getTime() - LATEST_MS)
  const { rows } = await sql<TakenRow & { isTaken: boolean }>`
    with due as (
      select mailing_recipient_id, member_id, due_at, attempts from mailing_recipient
      where mailing_id = ${mailingId} and status = 'waiting' and due_at <= ${now}
        and (taken_until is null or taken_until < clock_timestamp())
        and (handed_at is null or handed_at > ${keysHeldSince})
      order by due_at, mailing_recipient_id limit ${limit}
      for update skip locked
    ), judged as (
      select due.mailing_recipient_id, m.email, m.neutral_name, coalesce(
        m.email_verified_at is not null and m.suspended_at is null and not ${IS_BOUNCED}
          and ${isWanted(sql`${kind}::mailing_kind`)}
          and (attempts > 0 or ${lateBefore}::timestamptz is null or due_at >= ${lateBefore}),
        false) as is_taken
      from due left join member m on m.member_id = due.member_id
    )
    update mailing_recipient r set
      status = case when is_taken then r.status else 'skipped' end,
      done_at = case when is_taken then null else ${now}::timestamptz end,
      taken_until = case when is_taken
        then clock_timestamp() + ${leaseMs} * interval '1 millisecond' end
    from judged
    where r.mailing_id = ${mailingId} and r.mailing_recipient_id = judged.mailing_recipient_id
    returning r.mailing_recipient_id, r.member_id, judged.email, judged.neutral_name, r.attempts,
      judged.is_taken`.execute(trx)
  const taken = rows.filter((row) => row.isTaken)
  return { taken, skipped: rows.length - taken.length }
}

export async function countSkipped(
  trx: Queryable,
  input: { mailingId: number; skipped: number },
): Promise<void> {
  await trx
    .updateTable('mailing')
    .set((eb) => ({ skippedCount: eb('skippedCount', '+', input.skipped) }))
    .where('mailingId', '=', input.mailingId)
    .execute()
}

/** Identifies a recipient's row. */
export interface RecipientKey {
  mailingId: number
  mailingRecipientId: number
}

const HANDED_MARK = `
  update mailing_recipient set handed_at = clock_timestamp()
  where mailing_id = $1 and mailing_recipient_id = $2 and status = 'waiting'`

/**
 * Marks that the provider may have the message from now on. Resolves once the statement has been
 * written to the database connection, so that the caller can send the message's last bytes right
 * away without waiting for the answer. `stored` resolves once the mark is stored.
 */
export async function startHandedMark(
  pool: pg.Pool,
  { mailingId, mailingRecipientId }: RecipientKey,
): Promise<{ stored: Promise<void> }> {
  const client = await pool.connect()
  // An idle connection writes a statement immediately.
  const marking = client.query(HANDED_MARK, [mailingId, mailingRecipientId])
  const stored = marking.then(
    () => client.release(),
    (error: Error) => {
      client.release(error)
      throw error
    },
  )
  return { stored }
}

/** Keeps other nodes from claiming the recipients that this node still works on. */
export async function extendLeases(
  db: Queryable,
  { keys, leaseMs }: { keys: RecipientKey[]; leaseMs: number },
): Promise<void> {
  await sql`
    update mailing_recipient r
    set taken_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from unnest(${keys.map((key) => key.mailingId)}::int[],
      ${keys.map((key) => key.mailingRecipientId)}::int[]) as k (mailing_id, recipient_id)
    where r.mailing_id = k.mailing_id and r.mailing_recipient_id = k.recipient_id
      and r.status = 'waiting'`.execute(db)
}

/** The outcome of one message. */
export interface Outcome extends RecipientKey {
  /** `waiting` means that it will be tried again. */
  status: 'sent' | 'failed' | 'waiting'
  providerId: string | null
  /** Without addresses. */
  error: string | null
  /** When to retry a deferred recipient; this counts as an attempt. */
  dueAt: Date | null
}

/** Stores outcomes and adds them to the mailings' counts, in one statement. */
export async function saveOutcomes(
  db: Queryable,
  { outcomes, now }: { outcomes: Outcome[]; now: Date },
): Promise<void> {
  const list = <T>(pick: (outcome: Outcome) => T): T[] => outcomes.map(pick)
  await sql`
    with changed as (
      update mailing_recipient r set
        status = o.status::mailing_recipient_status,
        provider_id = coalesce(o.provider_id, r.provider_id),
        last_error = coalesce(o.error, r.last_error),
        due_at = coalesce(o.due_at, r.due_at),
        attempts = r.attempts + (o.due_at is not null or o.status <> 'waiting')::int,
        taken_until = null,
        handed_at = case when o.status = 'waiting' then null else r.handed_at end,
        done_at = case when o.status = 'waiting' then null else ${now}::timestamptz end
      from unnest(
        ${list((o) => o.mailingId)}::int[], ${list((o) => o.mailingRecipientId)}::int[],
        ${list((o) => o.status)}::text[], ${list((o) => o.providerId)}::text[],
        ${list((o) => o.error?.slice(0, 500) ?? null)}::text[],
        ${list((o) => o.dueAt?.toISOString() ?? null)}::timestamptz[]
      ) as o (mailing_id, recipient_id, status, provider_id, error, due_at)
      where r.mailing_id = o.mailing_id and r.mailing_recipient_id = o.recipient_id
        and r.status = 'waiting'
      returning r.mailing_id, r.status
    )
    update mailing m set
      sent_count = m.sent_count + c.sent, failed_count = m.failed_count + c.failed
    from (
      select mailing_id, count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'failed') as failed
      from changed group by mailing_id
    ) c where m.mailing_id = c.mailing_id`.execute(db)
}

/**
 * Marks messages as failed that were being handed over when a node died and must not be retried.
 * Most have probably arrived, but that can't be known. Returns whether there were any.
 */
export async function settleInterrupted(
  db: Queryable,
  { keysHeldSince, note }: { keysHeldSince: Date; note: string },
): Promise<boolean> {
  const result = await sql`
    with changed as (
      update mailing_recipient set status = 'failed', done_at = handed_at, last_error = ${note},
        taken_until = null
      where status = 'waiting' and taken_until < clock_timestamp() and handed_at <= ${keysHeldSince}
      returning mailing_id
    )
    update mailing m set failed_count = m.failed_count + c.failed
    from (select mailing_id, count(*) as failed from changed group by mailing_id) c
    where m.mailing_id = c.mailing_id`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
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

/** Whether a mailing being sent has a due recipient, or no waiting one and so can be finished. */
export async function hasOpenWork(db: Queryable, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mailing m where status = 'sending' and (
      exists (select from mailing_recipient r
        where r.mailing_id = m.mailing_id and r.status = 'waiting' and r.due_at <= ${now})
      or not exists (select from mailing_recipient r
        where r.mailing_id = m.mailing_id and r.status = 'waiting')
    ) limit 1`.execute(db)
  return rows.length > 0
}
