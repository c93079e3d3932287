import type { AccountRemoval } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { lockPublicCounters } from '#server/db/public-counters.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { endCodes } from '../accounts/address-service.ts'
import { type CodeEntry, proveCode, takeProvenCode } from '../accounts/codes-service.ts'
import { provePassword } from '../accounts/passwords-service.ts'
import { readUser } from '../accounts/service.ts'
import { requireStepUp } from '../accounts/sessions-service.ts'
import { findOldAddresses } from '../address-changes/holds-service.ts'
import { hasFactor } from '../factors/lookup-service.ts'
import { leaveRequests } from '../prayer/service.ts'
import { destroyKey } from '../private-text/service.ts'
import { reserveNames } from '../pseudonyms/names.ts'
import { leavePurchases } from '../shop/purchases/leave-service.ts'
import { leaveTranscripts } from '../stories/transcripts-service.ts'
import { forgetTillCustomer } from '../till/customers-service.ts'
import {
  deleteMails,
  deleteMember,
  deleteReactions,
  deleteReports,
  deleteStories,
  eraseReplies,
  lockLeavingMember,
  lockOut,
  lockTouchedStories,
} from './store.ts'

/** A request to delete the viewer's account, with the browser it came from. */
interface Removal extends AccountRemoval {
  browser: Browser
}

/**
 * Deletes the account. With `remove`, its stories and their files are deleted and its replies are
 * emptied. With `keep`, approved stories and replies stay without an author, and stories that
 * nobody else can read are deleted. Prayer requests are always deleted. Subscriptions end;
 * purchases stay in the books without a buyer. The key of its private texts is destroyed, so that
 * no backup of the database can open them. Throws `step_up` if a second factor is set up and was
 * not used recently, `invalid_input` for a wrong password or code, and `conflict` for the last
 * keeper.
 */
export async function removeAccount(
  context: Context,
  viewer: Viewer,
  removal: Removal,
): Promise<void> {
  const { email, entry } = await proveOwner(context, viewer, removal)
  const storyIds = await inTransaction(context.db, async (trx) => {
    if (entry) await takeProvenCode(context, trx, entry)
    await endCodes(trx, email)
    return removeAll(context, trx, { memberId: viewer.id, stories: removal.stories })
  })
  context.changes.announce(
    { kind: 'member', memberId: viewer.id },
    { kind: 'topic', topic: 'stories' },
    { kind: 'topic', topic: 'replies' },
    { kind: 'topic', topic: 'tags' },
    { kind: 'topic', topic: 'guidance' },
    { kind: 'topic', topic: 'purchases' },
    { kind: 'topic', topic: 'prayers' },
    { kind: 'topic', topic: 'review' },
    ...storyIds.map((storyId) => ({ kind: 'story' as const, storyId })),
  )
}

/**
 * Throws unless the viewer proves who they are with everything the account has: its password and a
 * recent second factor. An account with neither needs an emailed code, which is returned for the
 * caller to use up. Also returns the account's address.
 */
async function proveOwner(
  context: Context,
  viewer: Viewer,
  { password, code, browser }: Removal,
): Promise<{ email: string; entry?: CodeEntry }> {
  const { hasPassword, factors, email } = await readUser(context, viewer)
  if (hasFactor(factors)) await requireStepUp(context, viewer)
  if (hasPassword) {
    if (!password) throw missing('password', 'Enter your password.')
    await provePassword(context, viewer, { password, field: 'password' })
    return { email }
  }
  if (hasFactor(factors)) return { email }
  if (!code) throw missing('code', 'Enter the code that we emailed you.')
  return { email, entry: await proveCode(context, { email, code, browser }) }
}

function missing(field: string, sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
}

/** Returns the ids of the stories that were deleted or changed. */
async function removeAll(
  context: Context,
  trx: Trx,
  { memberId, stories }: { memberId: string; stories: AccountRemoval['stories'] },
): Promise<number[]> {
  // Stories and prayer requests are locked before members, as in every other transaction that
  // changes both.
  await lockPublicCounters(trx)
  await leaveRequests(trx, memberId)
  const member = await lockLeavingMember(trx, memberId)
  if (!member) throw notSignedIn()
  if (member.isLastKeeper) {
    throw new AppError(
      'conflict',
      'Nobody else has the right “Team”. Give it to someone else before you leave.',
    )
  }
  const storyIds = await lockTouchedStories(trx, memberId)
  await leaveTranscripts(trx, memberId)
  await leavePurchases(context, trx, memberId)
  await forgetTillCustomer(trx, memberId)
  await lockOut(trx, memberId)
  for (const key of await deleteStories(trx, { memberId, keepsApproved: stories === 'keep' })) {
    await context.jobs.send(trx, 'remove-file', { key })
  }
  if (stories === 'remove') {
    await eraseReplies(trx, { memberId, now: context.now() })
  }
  await deleteReactions(trx, memberId)
  await deleteReports(trx, memberId)
  for (const email of [member.email, ...(await findOldAddresses(trx, memberId))]) {
    await deleteMails(trx, email)
  }
  await context.jobs.forget(trx, 'request-reset', { memberId })
  await context.jobs.forget(trx, 'update-customer', { memberId })
  await context.jobs.forget(trx, 'tell-on-air', { after: memberId })
  await destroyKey(context, trx, memberId)
  await reserveNames(context, trx, memberId)
  await deleteMember(trx, memberId)
  return storyIds
}
