import {
  type EmailPreferences,
  type MailingKind,
  type MyEmailPreferences,
  SubscriptionKind,
  type Unsubscription,
} from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Keys } from '#server/domain/keys.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { isRemindedByEmail, switchReminderEmail } from '../notifications/reminder.ts'
import { announceResults, countUnsubscription } from './results.ts'
import { readEmailSettings } from './settings.ts'

/** The viewer's choices, and everything else that keeps mailings from being sent to them. */
export async function readPreferences(
  context: Context,
  viewer: Viewer,
): Promise<MyEmailPreferences> {
  const { db } = context
  const address = await findAddressState(db, viewer.id)
  if (!address) throw notSignedIn()
  const settings = await readEmailSettings(db)
  return {
    ...preferencesOf(await listMailChoices(db, viewer.id)),
    ...address,
    offers: { dailyMessage: settings.dailyMessage.isOn, weeklyDigest: settings.weeklyDigest.isOn },
  }
}

/** Changes the given preferences and leaves the others. */
export async function savePreferences(
  context: Context,
  viewer: Viewer,
  change: Partial<EmailPreferences>,
): Promise<MyEmailPreferences> {
  const choices = choicesIn(change)
  await saveMailChoices(context.db, { memberId: viewer.id, choices, now: context.now() }).catch(
    (error: unknown) => {
      throw isBrokenReference(error) ? notSignedIn() : error
    },
  )
  return readPreferences(context, viewer)
}

/** The member and the kind of email that an unsubscribe link is for. */
interface Subscription {
  memberId: string
  kind: SubscriptionKind
  /** The mailing that contains the link; missing from older links. */
  mailingId?: number | undefined
}

/** The unsubscribe address with its token, called by people and by email apps. */
export function unsubscribeUrl({ config, keys }: Context, subscription: Subscription): string {
  return `${config.publicUrl}/api/unsubscribe?token=${unsubscribeToken(keys, subscription)}`
}

/** The headers with which email apps offer an unsubscribe button (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

const SECRET_NAME = 'unsubscribe'
const UUID_BYTES = 16

/**
 * The token in an unsubscribe link. It does not expire, because links in old emails must work too.
 * It is encrypted rather than only signed, so that it doesn't reveal the member's id.
 */
export function unsubscribeToken(keys: Keys, { memberId, kind, mailingId }: Subscription): string {
  const secret = Buffer.concat([
    Buffer.from(memberId.replaceAll('-', ''), 'hex'),
    Buffer.from(mailingId === undefined ? kind : `${kind} ${mailingId}`),
  ])
  return wrapSecret(keys.derive('unsubscribe'), { name: SECRET_NAME, secret }).toString('base64url')
}

/** Undefined for a token that this site did not create. */
export function readUnsubscribeToken(keys: Keys, token: string): Subscription | undefined {
  const wrapped = Buffer.from(token, 'base64url')
  // Rejects other base64 spellings of the same bytes.
  if (wrapped.toString('base64url') !== token) return undefined
  const secret = unwrapSecret(keys.derive('unsubscribe'), { name: SECRET_NAME, wrapped })
  const [name, id] = secret?.toString('utf8', UUID_BYTES).split(' ') ?? []
  const kind = SubscriptionKind.safeParse(name)
  if (!secret || !kind.success) return undefined
  const memberId = uuidOf(secret.subarray(0, UUID_BYTES))
  return { memberId, kind: kind.data, ...(id !== undefined && { mailingId: Number(id) }) }
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The subscription that a link is for. Throws `not_found` for a link that is not ours. */
export async function readUnsubscription(
  context: Context,
  link: { token: string; address: string },
): Promise<Unsubscription> {
  return present(context.db, await verifyLink(context, link))
}

/**
 * Unsubscribes, or subscribes again. Anyone with the link can do both, and repeating it changes
 * nothing. Throws `not_found` for a link that is not ours. For a deleted account, the result is
 * unsubscribed.
 */
export async function changeSubscription(
  context: Context,
  link: { token: string; address: string; again: boolean },
): Promise<Unsubscription> {
  const subscription = await verifyLink(context, link)
  const isWanted = link.again
  const isCounted = await inTransaction(context.db, (trx) =>
    subscribe(context, trx, { ...subscription, isWanted }),
  ).catch((error: unknown) => {
    if (!isBrokenReference(error)) throw error
    return false
  })
  if (isCounted) announceResults(context)
  return present(context.db, subscription)
}

/** Saves the subscription. Returns whether the results of a mailing changed. */
async function subscribe(
  context: Context,
  trx: Trx,
  { memberId, kind, mailingId, isWanted }: Subscription & { isWanted: boolean },
): Promise<boolean> {
  if (kind === 'reminder') {
    await switchReminderEmail(context, trx, { memberId, isOn: isWanted })
    return false
  }
  const now = context.now()
  await saveMailChoices(trx, { memberId, choices: [{ kind, isWanted }], now })
  if (mailingId === undefined) return false
  return countUnsubscription(trx, { mailingId, memberId, isUnsubscribed: !isWanted, now })
}

/** Only invalid links count against an IP address, because many people's email apps share one. */
async function verifyLink(
  context: Context,
  { token, address }: { token: string; address: string },
): Promise<Subscription> {
  const subscription = readUnsubscribeToken(context.keys, token)
  if (subscription) return subscription
  await context.limits.consume('unsubscribe-address', address)
  throw new AppError('not_found', 'This link is incomplete or isn’t from us.')
}

async function present(db: Queryable, { memberId, kind }: Subscription): Promise<Unsubscription> {
  if (kind === 'reminder') return { kind, isSubscribed: await isRemindedByEmail(db, memberId) }
  const isThere = (await findAddressState(db, memberId)) !== undefined
  return { kind, isSubscribed: isThere && wants(await listMailChoices(db, memberId), kind) }
}

/** The mailings that members get unless they turn them off. */
export const DEFAULT_MAILINGS: readonly MailingKind[] = ['broadcast']

/** Whether a member with these choices wants a kind of mailing. */
function wants(choices: readonly MailChoice[], kind: MailingKind): boolean {
  return choices.find((choice) => choice.kind === kind)?.isWanted ?? DEFAULT_MAILINGS.includes(kind)
}

function preferencesOf(choices: readonly MailChoice[]): EmailPreferences {
  return {
    broadcasts: wants(choices, 'broadcast'),
    dailyMessage: wants(choices, 'daily-message'),
    weeklyDigest: wants(choices, 'weekly-digest'),
  }
}

/** The choices in a change of preferences. */
function choicesIn(change: Partial<EmailPreferences>): MailChoice[] {
  const named: [MailingKind, boolean | undefined][] = [
    ['broadcast', change.broadcasts],
    ['daily-message', change.dailyMessage],
    ['weekly-digest', change.weeklyDigest],
  ]
  return named.flatMap(([kind, isWanted]) => (isWanted === undefined ? [] : { kind, isWanted }))
}

interface MailChoice {
  kind: MailingKind
  isWanted: boolean
}

/** The choices that a member has made; kinds they never changed are missing. */
function listMailChoices(db: Queryable, memberId: string): Promise<MailChoice[]> {
  return db
    .selectFrom('mailingChoice')
    .select(['kind', 'isWanted'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
}

/** Saves a member's choices. Violates a foreign key if the account was deleted. */
async function saveMailChoices(
  trx: Queryable,
  input: { memberId: string; choices: readonly MailChoice[]; now: Date },
): Promise<void> {
  const { memberId, choices, now: changedAt } = input
  if (choices.length === 0) return
  await trx
    .insertInto('mailingChoice')
    .values(choices.map((choice) => ({ memberId, changedAt, ...choice })))
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'kind'])
        .doUpdateSet((eb) => ({
          isWanted: eb.ref('excluded.isWanted'),
          changedAt: eb.ref('excluded.changedAt'),
        }))
        .whereRef('mailingChoice.isWanted', '<>', 'excluded.isWanted'),
    )
    .execute()
}

interface AddressState {
  emailVerified: boolean
  isBounced: boolean
}

/** The reasons why a member's address gets no mailings; undefined if the account was deleted. */
async function findAddressState(
  db: Queryable,
  memberId: string,
): Promise<AddressState | undefined> {
  const row = await db
    .selectFrom('member')
    .leftJoin('emailSuppression', (join) =>
      join
        .onRef('emailSuppression.email', '=', 'member.email')
        .on('emailSuppression.liftedAt', 'is', null),
    )
    .select(['member.emailVerifiedAt', 'emailSuppression.emailSuppressionId'])
    .where('member.memberId', '=', memberId)
    .executeTakeFirst()
  return (
    row && {
      emailVerified: row.emailVerifiedAt !== null,
      isBounced: row.emailSuppressionId !== null,
    }
  )
}
