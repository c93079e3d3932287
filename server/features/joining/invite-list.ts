import { DAY_MS } from '#contract/durations.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hasAccount } from '../accounts/codes.ts'
import { recordAudit } from '../audit/service.ts'
import { queueMail } from '../email/service.ts'
import { invitationMail } from '../email/templates/joining-mails.ts'
import { siteTitle } from '../settings/service.ts'
import { makeInvitation } from './invitations.ts'

/** The numbers of addresses in a list that were invited and skipped. */
interface ListOutcome {
  sent: number
  /** Addresses with an account or an earlier invitation that is still valid. */
  skipped: number
}

interface ListInput {
  /** Unique and in lower case. */
  addresses: readonly string[]
  /** How long the invitations are valid. */
  days: number
}

/**
 * For the operator: emails each address on a list its own invitation. Of each address, only a keyed
 * hash is kept until the invitation ends, so that a second run sends nothing twice.
 */
export async function inviteList(context: Context, input: ListInput): Promise<ListOutcome> {
  const outcome: ListOutcome = { sent: 0, skipped: 0 }
  await forgetInvited(context.db, context.now())
  for (const email of input.addresses) {
    if (await inviteOne(context, { email, days: input.days })) outcome.sent += 1
    else outcome.skipped += 1
  }
  if (outcome.sent > 0) {
    await recordAudit(context.db, null, {
      action: 'invitations-sent',
      detail: { invitations: outcome.sent, days: input.days },
    })
  }
  return outcome
}

/** The outcome of `inviteList`, without doing it. */
export async function previewList(context: Context, input: ListInput): Promise<ListOutcome> {
  let sent = 0
  for (const email of input.addresses) {
    const known = { addressHash: hashOf(context, email), now: context.now() }
    const isLeftOut = (await hasAccount(context, email)) || (await hasInvited(context.db, known))
    if (!isLeftOut) sent += 1
  }
  return { sent, skipped: input.addresses.length - sent }
}

async function inviteOne(
  context: Context,
  { email, days }: { email: string; days: number },
): Promise<boolean> {
  if (await hasAccount(context, email)) return false
  return inTransaction(context.db, async (trx) => {
    const expiresAt = new Date(context.now().getTime() + days * DAY_MS)
    const addressHash = hashOf(context, email)
    if (!(await rememberInvited(trx, { addressHash, expiresAt }))) return false
    const { url } = await makeInvitation(context, trx, {
      kind: 'list',
      createdBy: null,
      maxUses: 1,
      days,
    })
    const mail = invitationMail({ brand: await siteTitle(trx), url, days })
    await queueMail(context, trx, { kind: 'invitation', to: email, mail })
    return true
  })
}

/** Keyed, because an address could be recovered from a plain hash by guessing. */
function hashOf({ keys }: Context, email: string): Buffer {
  return keys.hmac('invited-address', email)
}

async function forgetInvited(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('invitedAddress').where('expiresAt', '<=', now).execute()
}

async function hasInvited(
  db: Queryable,
  { addressHash, now }: { addressHash: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('invitedAddress')
    .select('expiresAt')
    .where('addressHash', '=', addressHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that an address was invited; false if it was already. */
async function rememberInvited(
  trx: Queryable,
  address: { addressHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('invitedAddress')
    .values(address)
    .onConflict((conflict) => conflict.doNothing())
    .returning('expiresAt')
    .executeTakeFirst()
  return row !== undefined
}
