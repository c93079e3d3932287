import type { JoinGrant, LiveState } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { mayJoinLive } from '../shop/access/service.ts'
import { isOver } from './policy.ts'
import { presentState } from './present.ts'
import type { LiveNode } from './room/node-service.ts'
import type { RunningRoom } from './room/running-room-service.ts'
import { findOpenSession, isBarred } from './store.ts'

/** The outcome of a call: handled here, or to be forwarded to the node with this address. */
export type Outcome<T> = { value: T } | { elsewhere: string }

export async function readState(context: Context, viewer: Viewer): Promise<LiveState> {
  const session = await findOpenSession(context.db)
  const hasAccess = await mayJoinLive(context, viewer)
  if (!session || isOver(session, context.now())) return presentState(undefined, { hasAccess })
  const { liveSessionId } = session
  const isRemoved = await isBarred(context.db, { liveSessionId, memberId: viewer.id })
  return presentState(session, { hasAccess, isRemoved })
}

export async function startBroadcast(
  context: Context,
  node: LiveNode,
  admin: Admin,
): Promise<LiveState> {
  await node.start(admin)
  return readState(context, admin)
}

export async function stopBroadcast(
  context: Context,
  node: LiveNode,
  admin: Admin,
): Promise<LiveState> {
  await node.stop(admin)
  return readState(context, admin)
}

/**
 * Returns a grant for the viewer only. Throws `subscription_required` without access, on air or not,
 * and `conflict` off air.
 */
export async function joinRoom(
  context: Context,
  node: LiveNode,
  viewer: Viewer,
): Promise<Outcome<JoinGrant>> {
  if (!(await mayJoinLive(context, viewer))) {
    throw new AppError(
      'subscription_required',
      'Please upgrade your subscription to join the live coaching room.',
    )
  }
  return atRoom(node, async ({ entrance }) => {
    await context.limits.consume('live-join-member', viewer.id)
    return entrance.grant(viewer)
  })
}

/** Throws `conflict` off air. */
export async function startRecording(
  context: Context,
  node: LiveNode,
  admin: Admin,
): Promise<Outcome<LiveState>> {
  return atRoom(node, async ({ recorder, counter }) => {
    await recorder.start(admin)
    await counter.write()
    return readState(context, admin)
  })
}

/** Does nothing off air, because nothing is being recorded then. */
export async function stopRecording(
  context: Context,
  node: LiveNode,
  admin: Admin,
): Promise<Outcome<LiveState>> {
  const where = await node.locate()
  if (where.place === 'there') return { elsewhere: where.url }
  if (where.place === 'here') {
    await where.running.recorder.stop()
    await where.running.counter.write()
  }
  return { value: await readState(context, admin) }
}

async function atRoom<T>(
  node: LiveNode,
  work: (running: RunningRoom) => Promise<T>,
): Promise<Outcome<T>> {
  const where = await node.locate()
  if (where.place === 'off') throw new AppError('conflict', 'The room is not on air right now.')
  if (where.place === 'there') return { elsewhere: where.url }
  return { value: await work(where.running) }
}
