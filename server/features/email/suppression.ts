import { type Selectable, sql } from 'kysely'
import { type BouncedEmail, EMAIL_LIMITS } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { countRows, type Listed, listSlice, type Slice, sliceOf } from '#server/db/page.ts'
import type { EmailSuppression } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type MailVerdict, withoutAddresses } from '#server/ports/email/port.ts'
import { recordAudit } from '../audit/service.ts'

interface Judged {
  emailEventId: number
  email: string
  at: Date
  verdict: MailVerdict | undefined
  reason: string | undefined
  now: Date
}

/**
 * Applies an event to its address, which the caller has locked. After a hard bounce, a complaint or
 * several soft bounces in a row, the address gets no more mailings. Emails that members ask for,
 * such as sign-in codes, are still sent to it.
 */
export async function judge(trx: Trx, judged: Judged): Promise<void> {
  const { email, verdict, reason, now } = judged
  switch (verdict) {
    case 'hard-bounce':
      return suppress(trx, { email, cause: 'bounce', reason, now })
    case 'complaint':
      return suppress(trx, { email, cause: 'complaint', reason, now })
    case 'soft-bounce': {
      const inARow = await openSoftBounce(trx, judged)
      if (inARow < EMAIL_LIMITS.softBounces) return
      return suppress(trx, { email, cause: 'soft-bounces', reason, now })
    }
    case 'delivered':
      return closeSoftBounces(trx, { email, until: judged.at })
  }
}

/** Addresses that get no mailings, newest first. */
export async function readBounced(
  context: Context,
  query: { page: number; pageSize: number },
): Promise<Page<BouncedEmail>> {
  const { rows, total } = await listSuppressions(context.db, sliceOf(query))
  return { items: rows.map(presentBounced), total }
}

/** Allows mailings to an address again. Throws `not_found` if it is not suppressed. */
export async function liftBounce(
  context: Context,
  admin: Admin,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const email = await findSuppressed(trx, id)
    if (email === undefined) throw notHeldBack()
    await lockAddress(trx, email)
    const input = { emailSuppressionId: id, adminId: admin.id, reason, now: context.now() }
    const cause = await lift(trx, input)
    if (!cause) throw notHeldBack()
    await closeSoftBounces(trx, { email })
    await forgetLiftedOfNobody(trx, email)
    await recordAudit(trx, admin, {
      action: 'bounce-lifted',
      subjectId: id,
      detail: { cause, reason: withoutAddresses(reason) },
    })
  })
}

function notHeldBack(): AppError {
  return new AppError('not_found', 'This address already gets broadcasts again.')
}

function presentBounced(row: SuppressionRow): BouncedEmail {
  return {
    id: row.emailSuppressionId,
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    cause: row.cause,
    reason: row.reason,
  }
}

const SUPPRESSION = ['emailSuppressionId', 'email', 'cause', 'reason', 'createdAt'] as const

type SuppressionRow = Pick<Selectable<EmailSuppression>, (typeof SUPPRESSION)[number]>

/**
 * Suppresses an address. Of several causes the most serious counts: complaint, bounce, soft
 * bounces.
 */
async function suppress(
  trx: Queryable,
  input: { email: string; cause: BouncedEmail['cause']; reason: string | undefined; now: Date },
): Promise<void> {
  const { email, cause, reason = null, now } = input
  await sql`
    insert into email_suppression as known (email, cause, reason, created_at)
    values (${email}, ${cause}, ${reason}, ${now})
    on conflict (email) where lifted_at is null
    do update set cause = excluded.cause, reason = excluded.reason
    where known.cause = 'soft-bounces' and excluded.cause <> 'soft-bounces'
      or known.cause = 'bounce' and excluded.cause = 'complaint'`.execute(trx)
}

/**
 * Counts an event as a soft bounce, unless an email was delivered or a suppression lifted since it
 * happened. Returns the number of soft bounces in a row.
 */
async function openSoftBounce(
  trx: Queryable,
  input: { emailEventId: number; email: string; at: Date },
): Promise<number> {
  const { emailEventId, email, at } = input
  await sql`
    update email_event set is_open_soft_bounce = true
    where email_event_id = ${emailEventId} and not exists (
      select from email_event
      where email = ${email} and created_at >= ${at} and event_type = 'email.delivered'
    ) and not exists (
      select from email_suppression where email = ${email} and lifted_at >= ${at}
    )`.execute(trx)
  return countRows(
    trx.selectFrom('emailEvent').where('email', '=', email).where('isOpenSoftBounce', '=', true),
  )
}

/** Resets the count of an address's soft bounces, or only of those up to `until`. */
async function closeSoftBounces(
  trx: Queryable,
  { email, until }: { email: string; until?: Date },
): Promise<void> {
  let update = trx
    .updateTable('emailEvent')
    .set({ isOpenSoftBounce: false })
    .where('email', '=', email)
    .where('isOpenSoftBounce', '=', true)
  if (until) update = update.where('createdAt', '<=', until)
  await update.execute()
}

function listSuppressions(db: Queryable, slice: Slice): Promise<Listed<SuppressionRow>> {
  const active = db
    .selectFrom('emailSuppression')
    .select(SUPPRESSION)
    .where('liftedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('emailSuppressionId', 'desc')
  return listSlice(active, slice)
}

/** The address of an active suppression. */
async function findSuppressed(
  db: Queryable,
  emailSuppressionId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('emailSuppression')
    .select('email')
    .where('emailSuppressionId', '=', emailSuppressionId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst()
  return row?.email
}

/** Lifts an active suppression. Returns its cause, or undefined if it was lifted already. */
async function lift(
  trx: Queryable,
  input: { emailSuppressionId: number; adminId: string; reason: string; now: Date },
): Promise<BouncedEmail['cause'] | undefined> {
  const row = await trx
    .updateTable('emailSuppression')
    .set({ liftedAt: input.now, liftedBy: input.adminId, liftReason: input.reason })
    .where('emailSuppressionId', '=', input.emailSuppressionId)
    .where('liftedAt', 'is', null)
    .returning('cause')
    .executeTakeFirst()
  return row?.cause
}

/** Deletes an address's lifted suppressions if no member has the address. */
async function forgetLiftedOfNobody(trx: Queryable, email: string): Promise<void> {
  await trx
    .deleteFrom('emailSuppression')
    .where('email', '=', email)
    .where('liftedAt', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('member').select('memberId').where('member.email', '=', email))),
    )
    .execute()
}

/** An arbitrary constant that identifies locks on addresses. */
const ADDRESS_LOCK = 4_127_005

/** Serializes everything that stores or decides something about an address. */
export async function lockAddress(trx: Queryable, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${email}))`.execute(trx)
}
