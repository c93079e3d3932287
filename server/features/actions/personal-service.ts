import { ACTION_LIMITS, type PersonalAction } from '#contract/actions.ts'
import type { DayStamp } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import {
  erasePersonalAction,
  findByClientKey,
  insertPersonalAction,
  listPersonalActions,
  lockMember,
  putPersonalTick,
  removePersonalTick,
} from './personal-store.ts'
import { presentPersonalAction } from './present.ts'
import { dayOf } from './service.ts'

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
