import type { BodyOf } from '#contract/endpoint.ts'
import type {
  NotificationChoice,
  NotificationSettings,
  notificationEndpoints,
  PushSubscriptionInput,
  QuietHours,
  ReminderChoice,
} from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { allChoices, defaultChannels } from './policy.ts'
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
  const saved = await readEditable(context, viewer)
  return {
    choices: allChoices(await listChoices(db, viewer.id), viewer.rights),
    ...saved,
    sendsEmail: context.config.mail.provider !== 'outbox',
    pushDevices: await countSubscriptions(db, viewer.id),
    pushPublicKey: publicKey,
    version: versionOf(editable(saved)),
  }
}

/** The settings that the version is about. */
async function readEditable(
  context: Pick<Context, 'now'> & { db: Queryable },
  viewer: Viewer,
): Promise<Pick<NotificationSettings, 'quietHours' | 'reminder'>> {
  const reminder = await readReminder(context, viewer.id)
  if (!reminder) throw notSignedIn()
  return { quietHours: await findQuietHours(context.db, viewer.id), reminder }
}

/** One field for each thing that a press changes, so that two presses in a row don’t disagree. */
function editable({
  quietHours,
  reminder,
}: {
  quietHours: QuietHours | null | undefined
  reminder: ReminderChoice | undefined
}) {
  return {
    quietFrom: quietHours === null ? null : quietHours?.from,
    quietTo: quietHours === null ? null : quietHours?.to,
    isReminderOn: reminder?.isOn,
    clockTime: reminder?.clockTime,
    weekdays: reminder?.weekdays,
    channel: reminder?.channel,
  }
}

/** Deletes all push devices of a member in the caller's transaction. */
export function forgetPushDevices(trx: Trx, memberId: string): Promise<void> {
  return trimSubscriptions(trx, { memberId, keep: 0 })
}

/**
 * Changes the given settings. If a kind is given twice, the last choice counts. Throws `conflict` if the
 * quiet hours or the reminder have changed since `version`.
 */
export async function saveNotificationSettings(
  context: Context,
  viewer: Viewer,
  given: BodyOf<typeof notificationEndpoints.saveSettings>,
): Promise<NotificationSettings> {
  const { quietHours, reminder } = given
  if (quietHours && quietHours.from === quietHours.to) throw noQuietHours()
  const shown = await readNotificationSettings(context, viewer)
  await inTransaction(context.db, async (trx) => {
    await lockMember(trx, viewer.id)
    const saved = await readEditable({ ...context, db: trx }, viewer)
    requireKnown({
      version: given.version,
      saved: editable(saved),
      changes: editable({ quietHours, reminder }),
      newer: () => ({ ...shown, ...saved, version: versionOf(editable(saved)) }),
    })
    await saveChoices(trx, viewer, given.choices ?? [])
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

type ChangedChoice = NonNullable<
  BodyOf<typeof notificationEndpoints.saveSettings>['choices']
>[number]

async function saveChoices(
  trx: Queryable,
  { id: memberId }: Pick<Viewer, 'id'>,
  given: readonly ChangedChoice[],
): Promise<void> {
  if (given.length === 0) return
  const stored = new Map((await listChoices(trx, memberId)).map((choice) => [choice.kind, choice]))
  const changed = new Map<string, NotificationChoice>()
  for (const choice of given) {
    const { kind } = choice
    const before = changed.get(kind) ?? stored.get(kind) ?? defaultChannels(kind)
    changed.set(kind, { ...before, ...choice })
  }
  const choices = [...changed.values()]
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

async function lockMember(trx: Trx, memberId: string): Promise<void> {
  const member = trx.selectFrom('member').select('memberId').where('memberId', '=', memberId)
  await member.forNoKeyUpdate().execute()
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
