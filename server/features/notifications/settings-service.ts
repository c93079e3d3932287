import type {
  NotificationChoice,
  NotificationSettings,
  PushSubscriptionInput,
  QuietHours,
  ReminderChoice,
} from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { allChoices } from './policy.ts'
import { getPushKeys } from './push-keys-service.ts'
import {
  countSubscriptions,
  deleteSubscription,
  trimSubscriptions,
  upsertSubscription,
} from './push-store.ts'
import { changeReminder, readReminder } from './reminder-service.ts'
import { announceNotification } from './service.ts'
import { findQuietHours, listChoices, saveChoices, saveQuietHours } from './settings-store.ts'

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
