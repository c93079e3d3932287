import { setTimeout as wait } from 'node:timers/promises'
import type { LiveState } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { StartError } from '#server/start-error.ts'
import { mayJoinLive } from '../shop/access/service.ts'
import { presentState } from './present.ts'
import { isOver, type LiveSessions, type OpenSession } from './room/session.ts'
import { findOpenSession } from './store.ts'

/** A server that is being replaced needs up to 20 seconds to stop. */
const OTHER_STOPS_MS = 30_000
const ASK_AGAIN_MS = 500
const ONE_PROCESS =
  'Another server runs on this database, and the embedded live room belongs to one process. For several nodes, set LIVE_PROVIDER to livekit or daily on every node (docs/operations.md, Several nodes).'

export async function readState(
  context: Context,
  live: LiveSessions,
  viewer: Viewer,
): Promise<LiveState> {
  const session = await findOpenSession(context.db)
  const hasAccess = await mayJoinLive(context, viewer)
  if (!session || isOver(session, context.now())) return presentState(undefined, { hasAccess })
  const who = { liveSessionId: session.liveSessionId, memberId: viewer.id }
  return presentState(session, {
    hasAccess,
    isRemoved: await isRemoved(context.db, who),
    hostGoneUntil: live.hostGoneUntil(session.liveSessionId),
  })
}

export async function startBroadcast(
  context: Context,
  live: LiveSessions,
  admin: Admin,
): Promise<LiveState> {
  await live.start(admin)
  return readState(context, live, admin)
}

export async function stopBroadcast(
  context: Context,
  live: LiveSessions,
  admin: Admin,
): Promise<LiveState> {
  await live.stop(admin)
  return readState(context, live, admin)
}

/**
 * The session that the viewer may enter now. Throws `subscription_required` without access, on air or
 * not, `conflict` if the room is off air or full, and `not_allowed` for a member who was removed.
 * Access that ends while a member is in the room lasts until they leave.
 */
export async function requireEntry(
  context: Context,
  live: LiveSessions,
  viewer: Viewer,
): Promise<OpenSession> {
  const hasAccess = await mayJoinLive(context, viewer)
  const session = hasAccess ? await requireSession(live) : await live.current()
  if (!session || !(hasAccess || session.room.hasAdmitted(viewer.id))) {
    throw new AppError(
      'subscription_required',
      'Please upgrade your subscription to join the live coaching room.',
    )
  }
  await context.limits.consume('live-join-member', viewer.id)
  session.room.requireAdmission(viewer)
  return session
}

/** Throws `conflict` off air. */
export async function startRecording(
  context: Context,
  live: LiveSessions,
  admin: Admin,
): Promise<LiveState> {
  const { recorder, counter } = await requireSession(live)
  await recorder.start(admin)
  await counter.write()
  return readState(context, live, admin)
}

/** Does nothing off air, because nothing is being recorded then. */
export async function stopRecording(
  context: Context,
  live: LiveSessions,
  admin: Admin,
): Promise<LiveState> {
  const session = await live.current()
  await session?.recorder.stop()
  await session?.counter.write()
  return readState(context, live, admin)
}

/**
 * Takes the embedded room for this process. Throws a StartError if another server has a room of this
 * site and doesn't stop within half a minute. LiveKit and Daily serve several nodes.
 */
export async function claimEmbeddedRoom(
  { live, roomLock }: Context,
  waitMs = OTHER_STOPS_MS,
): Promise<void> {
  if (live.name !== 'embedded') return
  const end = performance.now() + waitMs
  while (!(await roomLock.take())) {
    if (performance.now() > end) throw new StartError(ONE_PROCESS)
    await wait(ASK_AGAIN_MS)
  }
}

async function requireSession(live: LiveSessions): Promise<OpenSession> {
  const session = await live.current()
  if (!session) throw new AppError('conflict', 'The room is not on air right now.')
  return session
}

async function isRemoved(
  db: Queryable,
  { liveSessionId, memberId }: { liveSessionId: number; memberId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('liveRemoval')
    .select('memberId')
    .where('liveSessionId', '=', liveSessionId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}
