import type {
  NotificationChoice,
  NotificationSettings,
  PushSubscriptionInput,
  QuietHours,
  ReminderChoice,
} from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { allChoices } from './policy.ts'
import {
  countSubscriptions,
  deleteSubscription,
  getPushKeys,
  trimSubscriptions,
  upsertSubscription,
} from './push.ts'
import { changeReminder, readReminder } from './reminder.ts'
import { announceNotification } from './service.ts'

/** Devices per member; adding one more removes the oldest. */
const MOST_DEVICES = 10

/** The viewer's notification settings, with defaults where nothing was chosen. */
export async function readNotificationSettings(
  context: Context,
  viewer: Viewer,
): Promise<NotificationSettings> {
  const { db } = context
  const { publicKey } = await getPushKeys(context)
  const reminder = await readReminder(context, viewer.id)
  if (!reminder) throw notSignedIn()
  return {
    choices: allChoices(await listChoices(db, viewer.id), viewer.rights),
    quietHours: await findQuietHours(db, viewer.id),
    reminder,
    pushDevices: await countSubscriptions(db, viewer.id),
    pushPublicKey: publicKey,
  }
}

/** Deletes all push devices of a member in the caller's transaction. */
export function forgetPushDevices(trx: Trx, memberId: string): Promise<void> {
  return trimSubscriptions(trx, { memberId, keep: 0 })
}

/** Changes the given settings. If a kind is given twice, the last choice counts. */
export async function saveNotificationSettings(
  context: Context,
  viewer: Viewer,
  given: {
    choices?: NotificationChoice[] | undefined
    quietHours?: QuietHours | null | undefined
    reminder?: ReminderChoice | undefined
  },
): Promise<NotificationSettings> {
  const { quietHours, reminder } = given
  if (quietHours && quietHours.from === quietHours.to) throw noQuietHours()
  const choices = [...new Map(given.choices?.map((choice) => [choice.kind, choice])).values()]
  await inTransaction(context.db, async (trx) => {
    await saveChoices(trx, { memberId: viewer.id, choices })
    if (quietHours !== undefined) await saveQuietHours(trx, { memberId: viewer.id, quietHours })
    if (reminder) await changeReminder(context, trx, { memberId: viewer.id, choice: reminder })
  }).catch(throwSignedOut)
  // The choices decide which notifications are listed.
  announceNotification(context, viewer.id)
  return readNotificationSettings(context, viewer)
}

/**
 * Subscribes this device for the viewer; a previous user of the device gets no more pushes on it.
 */
export async function subscribe(
  context: Context,
  viewer: Viewer,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<NotificationSettings> {
  const device = await context.push.check({ endpoint, ...keys })
  await context.limits.consume('push-member', viewer.id)
  const memberId = viewer.id
  await inTransaction(context.db, async (trx) => {
    await upsertSubscription(trx, { memberId, device, now: context.now() })
    await trimSubscriptions(trx, { memberId, keep: MOST_DEVICES })
  }).catch(throwSignedOut)
  return readNotificationSettings(context, viewer)
}

/** Unsubscribes a device of the viewer; does nothing for any other device. */
export async function unsubscribe(
  context: Context,
  viewer: Viewer,
  { endpoint }: { endpoint: string },
): Promise<NotificationSettings> {
  // Endpoints are stored as normalized URLs, which is also how browsers send them.
  const stored = URL.canParse(endpoint) ? new URL(endpoint).href : endpoint
  await deleteSubscription(context.db, { memberId: viewer.id, endpoint: stored })
  return readNotificationSettings(context, viewer)
}

function throwSignedOut(error: unknown): never {
  throw isBrokenReference(error) ? notSignedIn() : error
}

function noQuietHours(): AppError {
  const sentence = 'Quiet hours can’t start and end at the same time.'
  return new AppError('invalid_input', sentence, { fields: { quietHours: sentence } })
}

/** A member's own choices; kinds they never changed are not included. */
function listChoices(db: Queryable, memberId: string): Promise<NotificationChoice[]> {
  return db
    .selectFrom('notificationChoice')
    .select(['kind', 'inApp', 'byMail', 'byPush'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
}

async function saveChoices(
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

async function findQuietHours(db: Queryable, memberId: string): Promise<QuietHours | null> {
  const row = await db
    .selectFrom('member')
    .select(['quietFrom as from', 'quietTo as to'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}

async function saveQuietHours(
  trx: Queryable,
  { memberId, quietHours }: { memberId: string; quietHours: QuietHours | null },
): Promise<void> {
  await trx
    .updateTable('member')
    .set({ quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null })
    .where('memberId', '=', memberId)
    .execute()
}
