import { DAY_MS } from '#contract/durations.ts'
import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import { PushMessage } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Keys } from '#server/domain/keys.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { PushDevice, PushKeys } from '#server/ports/push/port.ts'
import { readSettings } from '../settings/service.ts'

/** How long a push service keeps a push it can't deliver yet, in seconds. */
const KEPT_SECONDS = { news: 24 * 60 * 60, reminder: 3 * 60 * 60 }

/** The content of a push, shown under the site's title or the member's neutral name. */
interface Push extends Pick<PushMessage, 'body' | 'url' | 'tag'> {
  neutralName: NeutralName | null
}

/** A device whose push service has refused everything for this long is given up. */
const GIVEN_UP_AFTER_MS = 3 * DAY_MS

/**
 * Sends a push to a device if it is still the member's, and deletes a subscription that has expired
 * or been refused for days. Rethrows errors worth a retry, except on the last try; if the push
 * service says how long to wait, returns the seconds after which to send it again.
 */
export async function pushTo(
  context: Context,
  to: { memberId: string; pushSubscriptionId: number; isLastTry: boolean },
  push: Push,
): Promise<number | undefined> {
  const { db } = context
  const { memberId, pushSubscriptionId, isLastTry } = to
  const device = await findDevice(db, { memberId, pushSubscriptionId })
  if (!device) return undefined
  try {
    const { siteTitle, helpEmail } = await readSettings(db)
    const outcome = await context.push.send({
      device,
      keys: await getPushKeys(context),
      contact: contactOf(context.config.publicUrl, helpEmail),
      payload: payloadOf(siteTitle, push),
      topic: push.tag,
      keptSeconds: KEPT_SECONDS[push.tag],
    })
    const { refusedSince, endpoint } = device
    const now = context.now()
    if (outcome === 'sent') {
      if (refusedSince) await setRefusedSince(db, { pushSubscriptionId, refusedSince: null })
    } else if (
      outcome === 'gone' ||
      (refusedSince && refusedSince.getTime() < now.getTime() - GIVEN_UP_AFTER_MS)
    ) {
      await deleteSubscription(db, { memberId, endpoint })
    } else if (!refusedSince) {
      await setRefusedSince(db, { pushSubscriptionId, refusedSince: now })
      context.log.warn({ pushSubscriptionId }, 'a push service refused a push')
    }
    return undefined
  } catch (error) {
    const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined
    if (seconds !== undefined) return seconds <= KEPT_SECONDS[push.tag] ? seconds : undefined
    if (!isLastTry || !(error instanceof AppError)) throw error
    context.log.warn({ err: error, pushSubscriptionId }, 'a push could not be delivered')
    return undefined
  }
}

function payloadOf(siteTitle: string, { neutralName, ...message }: Push): string {
  const title = neutralName ? NEUTRAL_NAMES[neutralName] : siteTitle
  return JSON.stringify(PushMessage.parse({ title, ...message }))
}

/**
 * The contact (VAPID `sub`) that push services ask for in case of trouble. A site without HTTPS and
 * a help email has no real one.
 */
function contactOf(publicUrl: string, helpEmail: string | null): string {
  if (helpEmail) return `mailto:${helpEmail}`
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@example.org'
}

/** The name the private key is bound to when it is wrapped. */
const NAME = 'push'

/**
 * The site's key pair for push services (VAPID), made on first use. If several nodes make one at
 * once, the first one stored counts.
 */
export async function getPushKeys(context: Context): Promise<PushKeys> {
  const { db, keys } = context
  const stored = await findPushKey(db)
  if (!stored) await insertPushKey(db, await makeRow(context))
  const row = stored ?? (await findPushKey(db))
  const opened = row && open(keys, row)
  if (opened) return opened
  if (row) await renew(context, row)
  const renewed = await findPushKey(db)
  const fresh = renewed && open(keys, renewed)
  if (!fresh) throw new Error('The key pair for pushes cannot be stored.')
  return fresh
}

/**
 * Wraps the private key again during a change of the master key. A key that neither master key
 * opens is left as it is.
 */
export async function rewrapPushKey(
  db: Queryable,
  { current, next }: { current: Keys; next: Keys },
): Promise<void> {
  const row = await findPushKey(db)
  if (!row || open(next, row)) return
  const opened = open(current, row)
  if (opened) await replacePushKey(db, { before: row, after: wrap(next, opened) })
}

/** Replaces a pair that this master key can't open, for example after a restore from a backup. */
async function renew(context: Context, before: PushKeyRow): Promise<void> {
  context.log.error('the key for pushes was lost; devices have to subscribe again')
  const after = await makeRow(context)
  await inTransaction(context.db, async (trx) => {
    if (await replacePushKey(trx, { before, after })) await deleteAllSubscriptions(trx)
  })
}

async function makeRow(context: Context): Promise<PushKeyRow> {
  return wrap(context.keys, await context.push.makeKeys())
}

function wrap(keys: Keys, { publicKey, privateKey }: PushKeys): PushKeyRow {
  const secret = Buffer.from(privateKey, 'base64url')
  return {
    publicKey,
    wrappedPrivateKey: wrapSecret(keys.derive('push-key'), { name: NAME, secret }),
  }
}

function open(keys: Keys, { publicKey, wrappedPrivateKey }: PushKeyRow): PushKeys | undefined {
  const wrapped = { name: NAME, wrapped: wrappedPrivateKey }
  const secret = unwrapSecret(keys.derive('push-key'), wrapped)
  return secret && { publicKey, privateKey: secret.toString('base64url') }
}

interface PushKeyRow {
  publicKey: string
  wrappedPrivateKey: Buffer
}

function findPushKey(db: Queryable): Promise<PushKeyRow | undefined> {
  return db.selectFrom('pushKey').select(['publicKey', 'wrappedPrivateKey']).executeTakeFirst()
}

/** Stores the site's key pair unless one exists. */
async function insertPushKey(db: Queryable, row: PushKeyRow): Promise<void> {
  await db
    .insertInto('pushKey')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
}

/** Replaces one key pair with another; returns false if the old one was already replaced. */
async function replacePushKey(
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
async function deleteAllSubscriptions(trx: Queryable): Promise<void> {
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
        refusedSince: null,
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
function findDevice(
  db: Queryable,
  { memberId, pushSubscriptionId }: { memberId: string; pushSubscriptionId: number },
): Promise<(PushDevice & { refusedSince: Date | null }) | undefined> {
  return db
    .selectFrom('pushSubscription')
    .select(['endpoint', 'p256dh', 'auth', 'refusedSince'])
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

async function setRefusedSince(
  db: Queryable,
  { pushSubscriptionId, refusedSince }: { pushSubscriptionId: number; refusedSince: Date | null },
): Promise<void> {
  await db
    .updateTable('pushSubscription')
    .set({ refusedSince })
    .where('pushSubscriptionId', '=', pushSubscriptionId)
    .execute()
}
