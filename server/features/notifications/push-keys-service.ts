import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Keys } from '#server/domain/keys.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { PushKeys } from '#server/ports/push/port.ts'
import {
  deleteAllSubscriptions,
  findPushKey,
  insertPushKey,
  type PushKeyRow,
  replacePushKey,
} from './push-store.ts'

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
