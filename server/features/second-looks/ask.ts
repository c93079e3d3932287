import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import {
  type NewSecondLook,
  type OwnSecondLook,
  SECOND_LOOK_DAYS,
  type SecondLookSubject,
} from '#contract/second-looks.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { readProof } from '../accounts/suspension.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { lockPrayerItem } from '../prayer/review.ts'
import { IS_ASKED_ABOUT, REFUSALS } from '../review/refusals.ts'
import { announceQueue } from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { lockStoryItem } from '../stories/moderation.ts'
import { findRemoval } from '../team-messages/removals.ts'
import { lockMessage } from '../team-messages/service.ts'
import { lockSuspended } from '../users/service.ts'

/** The viewer's decisions that a second look is possible about, or was asked about. */
export async function readOwnSecondLooks(
  context: Context,
  viewer: Viewer,
): Promise<OwnSecondLook[]> {
  const rows = await listOwn(context.db, viewer.id)
  const since = firstInTime(context)
  return rows.flatMap(({ decidedAt, ...look }) =>
    look.state === 'possible' && decidedAt < since ? [] : look,
  )
}

/** Decisions from before then are too old. */
function firstInTime(context: Context): Date {
  return new Date(context.now().getTime() - SECOND_LOOK_DAYS * DAY_MS)
}

/**
 * Asks somebody else on the team to look again at a decision about something of the viewer's. Throws
 * `conflict` the second time, and after 30 days.
 */
export async function askSecondLook(
  context: Context,
  { id: memberId }: Viewer,
  { subject, id, words }: NewSecondLook,
): Promise<void> {
  const isSame = (one: OwnSecondLook): boolean => one.subject === subject && one.id === id
  const found = (await listOwn(context.db, memberId)).find(isSame)
  if (!found) throw new AppError('not_found', 'There is no decision to look at again.')
  await ask(context, { ...found, memberId, words })
}

/**
 * The same for the suspension of somebody who has just tried to sign in, as the refusal's proof says.
 * `address` is the caller's network address.
 */
export async function askWhileSuspended(
  context: Context,
  { proof, words, address }: { proof: string; words: string; address: string },
): Promise<void> {
  await context.limits.consume('second-look-address', address)
  const proven = readProof(context, proof)
  const own = proven ? await listOwn(context.db, proven.memberId) : []
  const found = own.find(
    ({ subject, decidedAt }) =>
      subject === 'suspension' && decidedAt.getTime() === proven?.suspendedAt.getTime(),
  )
  if (!proven || !found) {
    throw new AppError('invalid_input', 'This has expired. Sign in again, then ask.')
  }
  await ask(context, { ...found, memberId: proven.memberId, words })
}

async function ask(
  context: Context,
  found: OwnDecision & { memberId: string; words: string },
): Promise<void> {
  const { subject, id, memberId, words } = found
  if (found.state !== 'possible') throw askedAlready()
  if (found.decidedAt < firstInTime(context)) {
    const sentence = `You can ask for a second look within ${SECOND_LOOK_DAYS} days.`
    throw new AppError('conflict', sentence)
  }
  const now = context.now()
  await inTransaction(context.db, async (trx) => {
    // If its author changes it meanwhile, the team decides again anyway.
    await lockDecided(trx, found)
    const { rows } = await sql<{ secondLookId: number }>`
      insert into second_look
        (member_id, subject, subject_id, decided_at, decided_by, words, created_at)
      select member_id, subject, id, decided_at, decided_by, ${words}, ${now}
      from ${REFUSALS} refusal
      where subject = ${subject} and id = ${id} and member_id = ${memberId}
        and decided_at = ${found.decidedAt}
      on conflict on constraint second_look_once do nothing
      returning second_look_id`.execute(trx)
    if (!rows[0]) throw askedAlready()
    await setWaiting(trx, 'second-look', rows[0].secondLookId)
    await notifyTeamOf(context, trx, 'team-second-look')
  })
  announceQueue(context)
}

/** Locks what a decision was about, so that its author can't change it meanwhile. */
export async function lockDecided(
  trx: Trx,
  { subject, id, memberId }: { subject: SecondLookSubject; id: number; memberId: string },
): Promise<void> {
  if (subject === 'suspension') await lockSuspended(trx, memberId)
  else if (subject === 'story') await lockStoryItem(trx, id)
  else if (subject === 'prayer') await lockPrayerItem(trx, id)
  else {
    // Stories are locked before the messages about them.
    const storyId = (await findRemoval(trx, id))?.storyId
    if (storyId) await lockStoryItem(trx, storyId)
    await lockMessage(trx, id)
  }
}

function askedAlready(): AppError {
  return new AppError('conflict', 'You already asked for a second look at this decision.')
}

interface OwnDecision extends OwnSecondLook {
  decidedAt: Date
}

function listOwn(db: Queryable, memberId: string): Promise<OwnDecision[]> {
  return sql<OwnDecision>`
    select refusal.subject, refusal.id, refusal.decided_at, case
      when l.answered_at is not null then 'answered'
      when l.second_look_id is not null then 'asked'
      else 'possible' end as state
    from ${REFUSALS} refusal left join second_look l on ${IS_ASKED_ABOUT}
    where refusal.member_id = ${memberId}
    order by refusal.decided_at desc`
    .execute(db)
    .then(({ rows }) => rows)
}
