import { type Selectable, sql } from 'kysely'
import type { BouncedEmail } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { EmailSuppression } from '#server/db/schema.gen.ts'

const SUPPRESSION = ['emailSuppressionId', 'email', 'cause', 'reason', 'createdAt'] as const

export type SuppressionRow = Pick<Selectable<EmailSuppression>, (typeof SUPPRESSION)[number]>

/**
 * Suppresses an address. Of several causes the most serious counts: complaint, bounce, soft
 * bounces.
 */
export async function suppress(
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
export async function openSoftBounce(
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
export async function closeSoftBounces(
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

export function listSuppressions(db: Queryable, slice: Slice): Promise<Listed<SuppressionRow>> {
  const active = db
    .selectFrom('emailSuppression')
    .select(SUPPRESSION)
    .where('liftedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('emailSuppressionId', 'desc')
  return listSlice(active, slice)
}

/** The address of an active suppression. */
export async function findSuppressed(
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
export async function lift(
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
export async function forgetLiftedOfNobody(trx: Queryable, email: string): Promise<void> {
  await trx
    .deleteFrom('emailSuppression')
    .where('email', '=', email)
    .where('liftedAt', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('member').select('memberId').where('member.email', '=', email))),
    )
    .execute()
}
