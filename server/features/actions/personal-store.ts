import { sql } from 'kysely'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { MemberDay } from './store.ts'

/** A personal action, with its state on one day. */
export interface PersonalActionRow {
  personalActionId: number
  content: string
  completed: boolean
  finishedLater: boolean
}

/** The member's actions, oldest first. */
export async function listPersonalActions(
  db: Queryable,
  { memberId, day }: MemberDay,
): Promise<PersonalActionRow[]> {
  const { rows } = await sql<PersonalActionRow>`
    select a.personal_action_id, a.content, t.day is not null as completed,
      coalesce(t.finished_later, false) as finished_later
    from personal_action a
    left join personal_action_tick t
      on t.personal_action_id = a.personal_action_id and t.day = ${day}
    where a.member_id = ${memberId} and a.removed_at is null
    order by a.personal_action_id`.execute(db)
  return rows
}

/** Locks the member, so that simultaneous additions run one after another. */
export async function lockMember(trx: Queryable, memberId: string): Promise<void> {
  await sql`select from member where member_id = ${memberId} for no key update`.execute(trx)
}

/** The action that was added with this key, even if it was removed since. */
export async function findByClientKey(
  db: Queryable,
  { memberId, day, clientKey }: MemberDay & { clientKey: string },
): Promise<(PersonalActionRow & { removedAt: Date | null }) | undefined> {
  const { rows } = await sql<PersonalActionRow & { removedAt: Date | null }>`
    select a.personal_action_id, a.content, a.removed_at, t.day is not null as completed,
      coalesce(t.finished_later, false) as finished_later
    from personal_action a
    left join personal_action_tick t
      on t.personal_action_id = a.personal_action_id and t.day = ${day}
    where a.member_id = ${memberId} and a.client_key = ${clientKey}`.execute(db)
  return rows[0]
}

/** Adds an action; undefined if the member has `most` already. The caller has locked the member. */
export async function insertPersonalAction(
  trx: Queryable,
  action: {
    memberId: string
    content: string
    clientKey: string | undefined
    now: Date
    most: number
  },
): Promise<{ personalActionId: number } | undefined> {
  const { rows } = await sql<{ personalActionId: number }>`
    insert into personal_action (member_id, content, client_key, created_at)
    select ${action.memberId}, ${action.content}, ${action.clientKey ?? null}::uuid, ${action.now}
    where ${action.most} > (
      select count(*) from personal_action
      where member_id = ${action.memberId} and removed_at is null
    )
    returning personal_action_id`.execute(trx)
  return rows[0]
}

interface OwnAction {
  personalActionId: number
  memberId: string
}

/**
 * Ticks an action for a day, or returns the existing tick; undefined if the member has no such
 * action. Violates a foreign key if the account is deleted meanwhile.
 */
export async function putPersonalTick(
  db: Queryable,
  tick: OwnAction & { day: DateText; finishedLater: boolean },
): Promise<PersonalActionRow | undefined> {
  // On conflict, rewrites the existing value, because `do nothing` would return no row.
  const { rows } = await sql<PersonalActionRow>`
    with own as (${ownAction(tick)}), ticked as (
      insert into personal_action_tick (personal_action_id, member_id, day, finished_later)
      select personal_action_id, ${tick.memberId}, ${tick.day}, ${tick.finishedLater} from own
      on conflict (personal_action_id, day)
        do update set finished_later = personal_action_tick.finished_later
      returning finished_later
    )
    select own.personal_action_id, own.content, true as completed, ticked.finished_later
    from own, ticked`.execute(db)
  return rows[0]
}

/** Removes a day's tick, if any; undefined if the member has no such action. */
export async function removePersonalTick(
  db: Queryable,
  tick: OwnAction & { day: DateText },
): Promise<PersonalActionRow | undefined> {
  const { rows } = await sql<PersonalActionRow>`
    with own as (${ownAction(tick)}), removed as (
      delete from personal_action_tick
      where personal_action_id in (select personal_action_id from own) and day = ${tick.day}
    )
    select personal_action_id, content, false as completed, false as finished_later
    from own`.execute(db)
  return rows[0]
}

/** Erases an action's text and keeps its ticks; false if the member has no such action. */
export async function erasePersonalAction(
  db: Queryable,
  { personalActionId, memberId, now }: OwnAction & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('personalAction')
    .set({ content: '', removedAt: now })
    .where('personalActionId', '=', personalActionId)
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function ownAction({ personalActionId, memberId }: OwnAction) {
  return sql`
    select personal_action_id, content from personal_action
    where personal_action_id = ${personalActionId} and member_id = ${memberId}
      and removed_at is null`
}
