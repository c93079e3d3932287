import type { Queryable } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'
import type { PushDevice } from '#server/ports/push/port.ts'

export interface PushKeyRow {
  publicKey: string
  wrappedPrivateKey: Buffer
}

export function findPushKey(db: Queryable): Promise<PushKeyRow | undefined> {
  return db.selectFrom('pushKey').select(['publicKey', 'wrappedPrivateKey']).executeTakeFirst()
}

/** Stores the site's key pair unless one exists. */
export async function insertPushKey(db: Queryable, row: PushKeyRow): Promise<void> {
  await db
    .insertInto('pushKey')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
}

/** Replaces one key pair with another; returns false if the old one was already replaced. */
export async function replacePushKey(
  db: Queryable,
  { before, after }: { before: PushKeyRow; after: PushKeyRow },
): Promise<boolean> {
  const result = await db
    .updateTable('pushKey')
    .set(after)
    .where('wrappedPrivateKey', '=', before.wrappedPrivateKey)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** For a lost key: devices that subscribed with it can't be reached anymore. */
export async function deleteAllSubscriptions(trx: Queryable): Promise<void> {
  await trx.deleteFrom('pushSubscription').execute()
}

/** Assigns a device to a member, even if it belonged to another member before. */
export async function upsertSubscription(
  trx: Queryable,
  { memberId, device, now }: { memberId: string; device: PushDevice; now: Date },
): Promise<void> {
  await trx
    .insertInto('pushSubscription')
    .values({ memberId, ...device, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({
        memberId,
        p256dh: device.p256dh,
        auth: device.auth,
        createdAt: now,
      }),
    )
    .execute()
}

/** Removes a member's oldest devices, keeping the newest `keep`. */
export async function trimSubscriptions(
  trx: Queryable,
  { memberId, keep }: { memberId: string; keep: number },
): Promise<void> {
  await trx
    .deleteFrom('pushSubscription')
    .where('pushSubscriptionId', 'in', (eb) =>
      eb
        .selectFrom('pushSubscription')
        .select('pushSubscriptionId')
        .where('memberId', '=', memberId)
        .orderBy('createdAt', 'desc')
        .orderBy('pushSubscriptionId', 'desc')
        .offset(keep),
    )
    .execute()
}

export async function deleteSubscription(
  db: Queryable,
  { memberId, endpoint }: { memberId: string; endpoint: string },
): Promise<void> {
  await db
    .deleteFrom('pushSubscription')
    .where('memberId', '=', memberId)
    .where('endpoint', '=', endpoint)
    .execute()
}

export function countSubscriptions(db: Queryable, memberId: string): Promise<number> {
  return countRows(db.selectFrom('pushSubscription').where('memberId', '=', memberId))
}

/** The device of a subscription, if it is still the member's. */
export function findDevice(
  db: Queryable,
  { memberId, pushSubscriptionId }: { memberId: string; pushSubscriptionId: number },
): Promise<PushDevice | undefined> {
  return db
    .selectFrom('pushSubscription')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}
