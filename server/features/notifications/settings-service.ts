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

/** A member has so many devices at most; with one more the oldest goes. */
const MOST_DEVICES = 10

/** How the viewer hears of things, the defaults where nothing was chosen. */
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

/** Forgets every device of a member in the caller's transaction. */
export function forgetPushDevices(trx: Trx, memberId: string): Promise<void> {
  return trimSubscriptions(trx, { memberId, keep: 0 })
}

/** Changes what is given; of two choices for one kind the last one counts. */
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
  // What stands in the list depends on the choices.
  announceNotification(context, viewer.id)
  return readNotificationSettings(context, viewer)
}

/** Sends pushes to this device, and no longer for whoever used it before. */
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

/** Sends no more pushes to a device of the viewer's; nothing happens for any other. */
export async function unsubscribe(
  context: Context,
  viewer: Viewer,
  { endpoint }: { endpoint: string },
): Promise<NotificationSettings> {
  // Stored as programs read it, which is how browsers write it.
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
