import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { KeptChanges, KeptMember } from '#server/domain/live-room/kept.ts'
import type { Kept, Question } from '#server/domain/live-room/room.ts'
import { recordAudit } from '../../audit/service.ts'
import { openText, sealText } from '../../private-text/service.ts'
import type { SessionRow } from '../store.ts'

/* The part of a room that outlives its process. It is deleted when the session ends, apart from who
   was removed. */

/** The state that an earlier process has kept of the session's room. */
export async function readKept(
  context: Context,
  { liveSessionId, isInviteOnly, areQuestionsChecked, areRulesShown }: SessionRow,
): Promise<Kept> {
  const { db } = context
  const attendance = await listAttendance(db, liveSessionId)
  const of = (isWanted: (row: AttendanceRow) => boolean): Set<string> =>
    new Set(attendance.filter(isWanted).map(({ memberId }) => memberId))
  const hands = attendance.flatMap(({ memberId, handRaisedAt }) =>
    handRaisedAt ? [[memberId, handRaisedAt.getTime()] as const] : [],
  )
  return {
    isInviteOnly,
    areQuestionsChecked,
    areRulesShown,
    rules: await readRules(db),
    admitted: of(({ isAdmitted }) => isAdmitted),
    silenced: of(({ isSilenced }) => isSilenced),
    invited: of(({ isInvited }) => isInvited),
    hands: new Map(hands.toSorted(([, a], [, b]) => a - b)),
    cohosts: new Set(await listCohosts(db, liveSessionId)),
    removed: await readRemoved(db, liveSessionId),
    questions: await readQuestions(context, liveSessionId),
  }
}

/** The rules that a host has last written, in any session. */
export async function readRules(db: Queryable): Promise<string> {
  return (await db.selectFrom('liveSettings').select('rules').executeTakeFirstOrThrow()).rules
}

/** Keeps what a step has changed, through member `by`. Does nothing once the session has ended. */
export async function saveKept(
  context: Context,
  liveSessionId: number,
  { members, questions, session, rules, by }: KeptChanges & { by: string | undefined },
): Promise<void> {
  const sealed = await Promise.all(
    questions.map(async (question) => ({
      question,
      sealedText: await sealQuestion(context, question),
    })),
  )
  await inTransaction(context.db, async (trx) => {
    if (!(await lockOpenSession(trx, liveSessionId))) return
    if (session) await updateSession(trx, liveSessionId, session)
    if (rules !== undefined && by !== undefined) await saveRules(trx, { rules, by })
    for (const [memberId, member] of members) {
      await saveMember(trx, { liveSessionId, memberId, now: context.now() }, member)
    }
    for (const each of sealed) await saveQuestion(trx, { liveSessionId, ...each })
  })
}

/** Deletes what was kept of a session that has ended. */
export async function deleteKept(trx: Queryable, liveSessionId: number): Promise<void> {
  for (const table of ['liveCohost', 'liveAttendance', 'liveQuestion'] as const) {
    await trx.deleteFrom(table).where('liveSessionId', '=', liveSessionId).execute()
  }
}

function sealQuestion(context: Context, { askedBy, text }: Question): Promise<Buffer> {
  return sealText(context, context.db, { memberId: askedBy, kind: 'live-question', text })
}

async function readQuestions(context: Context, liveSessionId: number): Promise<Question[]> {
  const rows = await context.db
    .selectFrom('liveQuestion')
    .select(['number', 'memberId', 'name', 'sealedText', 'state', 'isAnswered', 'isAskerSilenced'])
    .where('liveSessionId', '=', liveSessionId)
    .orderBy('number')
    .execute()
  const opened = await Promise.all(
    rows.map(async ({ number: id, memberId: askedBy, sealedText: sealed, ...row }) => {
      const owner = { memberId: askedBy, kind: 'live-question' } as const
      const text = await openText(context, context.db, { ...owner, sealed })
      return text === undefined ? [] : [{ id, askedBy, text, ...row }]
    }),
  )
  return opened.flat()
}

async function readRemoved(db: Queryable, liveSessionId: number): Promise<Kept['removed']> {
  const rows = await db
    .selectFrom('liveRemoval')
    .innerJoin('member', 'member.memberId', 'liveRemoval.memberId')
    .select(['liveRemoval.memberId', 'member.anonymousUsername'])
    .where('liveSessionId', '=', liveSessionId)
    .orderBy('removedAt')
    .execute()
  return new Map(
    rows.map(({ memberId, anonymousUsername }) => [
      memberId,
      { id: crypto.randomUUID(), anonymousUsername },
    ]),
  )
}

interface AttendanceRow {
  memberId: string
  isAdmitted: boolean
  isSilenced: boolean
  isInvited: boolean
  handRaisedAt: Date | null
}

function listAttendance(db: Queryable, liveSessionId: number): Promise<AttendanceRow[]> {
  return db
    .selectFrom('liveAttendance')
    .select(['memberId', 'isAdmitted', 'isSilenced', 'isInvited', 'handRaisedAt'])
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

async function listCohosts(db: Queryable, liveSessionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('liveCohost')
    .select('memberId')
    .where('liveSessionId', '=', liveSessionId)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Keeps the session from ending until the transaction does. False if it has ended. */
async function lockOpenSession(trx: Queryable, liveSessionId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('liveSession')
    .select('liveSessionId')
    .where('liveSessionId', '=', liveSessionId)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function updateSession(
  trx: Queryable,
  liveSessionId: number,
  changes: NonNullable<KeptChanges['session']>,
): Promise<void> {
  await trx
    .updateTable('liveSession')
    .set(changes)
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

async function saveRules(
  trx: Queryable,
  { rules, by }: { rules: string; by: string },
): Promise<void> {
  await trx.updateTable('liveSettings').set({ rules }).execute()
  const detail = { changed: ['rules'] }
  await recordAudit(
    trx,
    { id: by },
    { action: 'live-settings-changed', subjectId: 'settings', detail },
  )
}

/** A member whose account was deleted meanwhile is left out. */
async function saveMember(
  trx: Queryable,
  { liveSessionId, memberId, now }: { liveSessionId: number; memberId: string; now: Date },
  member: KeptMember,
): Promise<void> {
  const { isAdmitted, isSilenced, isInvited, isCohost, isRemoved, handRaisedAt } = member
  const hand = handRaisedAt === null ? null : new Date(handRaisedAt)
  await sql`
    insert into live_attendance
      (live_session_id, member_id, is_admitted, is_silenced, is_invited, hand_raised_at)
    select ${liveSessionId}, member_id, ${isAdmitted}, ${isSilenced}, ${isInvited}, ${hand}
    from member where member_id = ${memberId}
    on conflict (live_session_id, member_id) do update set
      is_admitted = excluded.is_admitted, is_silenced = excluded.is_silenced,
      is_invited = excluded.is_invited, hand_raised_at = excluded.hand_raised_at`.execute(trx)
  if (isCohost) {
    await sql`
      insert into live_cohost (live_session_id, member_id)
      select ${liveSessionId}, member_id from member where member_id = ${memberId}
      on conflict do nothing`.execute(trx)
  } else await deleteOf(trx, 'liveCohost', { liveSessionId, memberId })
  if (isRemoved) {
    await sql`
      insert into live_removal (live_session_id, member_id, removed_at)
      select ${liveSessionId}, member_id, ${now} from member where member_id = ${memberId}
      on conflict do nothing`.execute(trx)
  } else await deleteOf(trx, 'liveRemoval', { liveSessionId, memberId })
}

async function deleteOf(
  trx: Queryable,
  table: 'liveCohost' | 'liveRemoval',
  { liveSessionId, memberId }: { liveSessionId: number; memberId: string },
): Promise<void> {
  await trx
    .deleteFrom(table)
    .where('liveSessionId', '=', liveSessionId)
    .where('memberId', '=', memberId)
    .execute()
}

async function saveQuestion(
  trx: Queryable,
  given: { liveSessionId: number; question: Question; sealedText: Buffer },
): Promise<void> {
  const { liveSessionId, question, sealedText } = given
  const { id, askedBy, name, state, isAnswered, isAskerSilenced } = question
  await sql`
    insert into live_question (live_session_id, number, member_id, name, sealed_text, state,
      is_answered, is_asker_silenced)
    select ${liveSessionId}, ${id}, member_id, ${name}, ${sealedText}, ${state},
      ${isAnswered}, ${isAskerSilenced}
    from member where member_id = ${askedBy}
    on conflict (live_session_id, number) do update set state = excluded.state,
      is_answered = excluded.is_answered, is_asker_silenced = excluded.is_asker_silenced`.execute(
    trx,
  )
}
