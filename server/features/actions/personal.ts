import { sql } from 'kysely'
import { ACTION_LIMITS, type PersonalAction } from '#contract/actions.ts'
import type { DayStamp } from '#contract/fields.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { presentPersonalAction } from './present.ts'
import { dayOf, type MemberDay } from './service.ts'

/** The viewer's personal actions, oldest first, with their ticks on the day. */
export async function readPersonalActions(
  context: Context,
  viewer: Viewer,
  stamp: DayStamp,
): Promise<PersonalAction[]> {
  const rows = await listPersonalActions(context.db, await dayOf(context, viewer, stamp))
  return rows.map(presentPersonalAction)
}

/**
 * Adds an action. A repeated key returns the same action. Throws `conflict` if the member has the
 * maximum number of actions, or if the key's action was removed.
 */
export async function createPersonalAction(
  context: Context,
  viewer: Viewer,
  { content, key }: { content: string; key: string | undefined },
): Promise<PersonalAction> {
  const { memberId, day } = await dayOf(context, viewer, {})
  return inTransaction(context.db, async (trx) => {
    await lockMember(trx, memberId)
    const known = key ? await findByClientKey(trx, { memberId, day, clientKey: key }) : undefined
    if (known?.removedAt) throw new AppError('conflict', 'This action was removed.')
    if (known) return presentPersonalAction(known)
    const action = { memberId, content, clientKey: key, now: context.now() }
    const added = await insertPersonalAction(trx, { ...action, most: ACTION_LIMITS.actions })
    if (!added) {
      throw new AppError('conflict', `You can have up to ${ACTION_LIMITS.actions} actions.`)
    }
    return presentPersonalAction({ ...added, content, completed: false, finishedLater: false })
  })
}

/** Ticks or unticks one of the viewer's actions. Repeating it changes nothing. */
export async function changePersonalAction(
  context: Context,
  viewer: Viewer,
  { id, completed, ...stamp }: DayStamp & { id: number; completed: boolean },
): Promise<PersonalAction> {
  const tick = { ...(await dayOf(context, viewer, stamp)), personalActionId: id }
  const change = completed ? putPersonalTick : removePersonalTick
  const row = await change(context.db, tick).catch((error: unknown) => {
    if (isBrokenReference(error)) return undefined
    throw error
  })
  if (!row) throw actionNotFound()
  return presentPersonalAction(row)
}

/** Removes one of the viewer's actions. Its ticks still count on their days. */
export async function removePersonalAction(
  context: Context,
  viewer: Viewer,
  personalActionId: number,
): Promise<void> {
  const action = { personalActionId, memberId: viewer.id, now: context.now() }
  if (!(await erasePersonalAction(context.db, action))) throw actionNotFound()
}

function actionNotFound(): AppError {
  return new AppError('not_found', 'This action does not exist.')
}

/** A personal action, with its state on one day. */
export interface PersonalActionRow {
  personalActionId: number
  content: string
  completed: boolean
  finishedLater: boolean
}

/** The member's actions, oldest first. */
async function listPersonalActions(
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
async function lockMember(trx: Queryable, memberId: string): Promise<void> {
  await sql`select from member where member_id = ${memberId} for no key update`.execute(trx)
}

/** The action that was added with this key, even if it was removed since. */
async function findByClientKey(
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
async function insertPersonalAction(
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
async function putPersonalTick(
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
async function removePersonalTick(
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
async function erasePersonalAction(
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
