import type { JoinGrant, LiveState } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import { mayJoinLive } from '../store/access-service.ts'
import type { HeldRoom } from './held-service.ts'
import type { LiveNode } from './node-service.ts'
import { isOver } from './policy.ts'
import { presentState } from './present.ts'
import { findOpenSession } from './store.ts'

/** What a call comes to: done here, or to be made at the node with this address. */
export type Outcome<T> = { value: T } | { elsewhere: string }

export async function readState(context: Context, viewer: Viewer): Promise<LiveState> {
  const session = await findOpenSession(context.db)
  const isOnAir = session !== undefined && !isOver(session, context.now())
  return presentState(isOnAir ? session : undefined, await mayJoinLive(context, viewer))
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
 * A grant for the viewer alone. Throws `subscription_required` without access, on air or not, and
 * `conflict` off air.
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
  return atRoom(node, async ({ doors }) => {
    await context.limits.consume('live-join-member', viewer.id)
    return doors.grant(viewer)
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

/** Off air nothing is recorded, so that there is nothing to stop. */
export async function stopRecording(
  context: Context,
  node: LiveNode,
  admin: Admin,
): Promise<Outcome<LiveState>> {
  const where = await node.locate()
  if (where.place === 'there') return { elsewhere: where.url }
  if (where.place === 'here') {
    await where.held.recorder.stop()
    await where.held.counter.write()
  }
  return { value: await readState(context, admin) }
}

async function atRoom<T>(
  node: LiveNode,
  work: (held: HeldRoom) => Promise<T>,
): Promise<Outcome<T>> {
  const where = await node.locate()
  if (where.place === 'off') throw new AppError('conflict', 'The room is not on air right now.')
  if (where.place === 'there') return { elsewhere: where.url }
  return { value: await work(where.held) }
}
