import type { NotificationChoice, QuietHours } from '#contract/notifications.ts'
import type { Queryable } from '#server/db/connect.ts'

/** A member's own choices; kinds they never changed are not included. */
export function listChoices(db: Queryable, memberId: string): Promise<NotificationChoice[]> {
  return db
    .selectFrom('notificationChoice')
    .select(['kind', 'inApp', 'byMail', 'byPush'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
}

export async function saveChoices(
  trx: Queryable,
  { memberId, choices }: { memberId: string; choices: readonly NotificationChoice[] },
): Promise<void> {
  if (choices.length === 0) return
  await trx
    .insertInto('notificationChoice')
    .values(choices.map((choice) => ({ memberId, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'kind']).doUpdateSet((eb) => ({
        inApp: eb.ref('excluded.inApp'),
        byMail: eb.ref('excluded.byMail'),
        byPush: eb.ref('excluded.byPush'),
      })),
    )
    .execute()
}

export async function findQuietHours(db: Queryable, memberId: string): Promise<QuietHours | null> {
  const row = await db
    .selectFrom('member')
    .select(['quietFrom as from', 'quietTo as to'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}

export async function saveQuietHours(
  trx: Queryable,
  { memberId, quietHours }: { memberId: string; quietHours: QuietHours | null },
): Promise<void> {
  await trx
    .updateTable('member')
    .set({ quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null })
    .where('memberId', '=', memberId)
    .execute()
}
