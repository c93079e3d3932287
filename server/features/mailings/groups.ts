import type { RecipientGroup, RecipientGroups, Recipients } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { readSettings } from '../settings/service.ts'
import { presentRecipients } from './present.ts'
import {
  countAudiences,
  findProductTitle,
  type GroupChoice,
  type GroupFacts,
  insertRecipients,
  listProductTitles,
} from './recipients-store.ts'
import type { MailingRow } from './store.ts'

/** The most products in the list; nobody would choose from a longer one. */
const MOST_PRODUCTS = 200

/** A group as a request names it, not yet checked. */
export interface GivenGroup {
  group?: RecipientGroup | undefined
  productId?: number | null | undefined
}

/** The products whose buyers can be chosen. */
export async function readRecipientGroups({ db }: Context): Promise<RecipientGroups> {
  const { membershipProductId } = await readSettings(db)
  const [membership, products] = await Promise.all([
    findProductTitle(db, membershipProductId),
    listProductTitles(db, MOST_PRODUCTS),
  ])
  return { membership: membership ?? '', products }
}

/** How many people in a group would get a broadcast now, and how many are left out and why. */
export async function readRecipients(context: Context, given: GivenGroup): Promise<Recipients> {
  const choice = await validateGroup(context.db, given)
  const [audience] = await countAudiences(context.db, {
    groups: [choice],
    facts: await factsOf(context, context.db),
  })
  return presentRecipients(audience)
}

/** Throws `invalid_input` for the group of buyers without an existing product. */
export async function validateGroup(
  db: Queryable,
  { group = 'everyone', productId }: GivenGroup,
): Promise<GroupChoice> {
  if (group !== 'buyers') return { group, productId: null }
  if (productId && (await findProductTitle(db, productId)) !== undefined) {
    return { group, productId }
  }
  const sentence = 'Choose a product.'
  throw new AppError('invalid_input', sentence, { fields: { productId: sentence } })
}

function choiceOf({ recipientGroup, productId }: MailingRow): GroupChoice {
  return { group: recipientGroup, productId }
}

/** The number of people who would get each scheduled mailing now, by its id. */
export async function countExpected(
  context: Context,
  db: Queryable,
  rows: readonly MailingRow[],
): Promise<ReadonlyMap<number, number>> {
  const open = rows.filter((row) => row.recipientCount === null && row.status === 'scheduled')
  if (open.length === 0) return new Map()
  // Counts each group once, because many mailings share few groups.
  const groups = new Map(open.map((row) => [keyOf(row), choiceOf(row)]))
  const facts = await factsOf(context, db)
  const audiences = await countAudiences(db, { groups: [...groups.values()], facts })
  const counts = new Map([...groups.keys()].map((key, at) => [key, audiences[at]?.recipients ?? 0]))
  return new Map(open.map((row) => [row.mailingId, counts.get(keyOf(row)) ?? 0]))
}

function keyOf({ recipientGroup, productId }: MailingRow): string {
  return `${recipientGroup} ${productId}`
}

/** Stores the recipients of a broadcast. Returns their number. */
export async function fixRecipients(
  context: Context,
  trx: Queryable,
  row: MailingRow,
): Promise<number> {
  return insertRecipients(trx, {
    mailingId: row.mailingId,
    // Due at once, whatever the nodes' clocks say.
    dueAt: new Date(0),
    choice: choiceOf(row),
    facts: await factsOf(context, trx),
  })
}

async function factsOf({ now }: Context, db: Queryable): Promise<GroupFacts> {
  const { membershipProductId } = await readSettings(db)
  return { now: now(), membershipProductId }
}
