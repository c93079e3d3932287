import { randomUUID } from 'node:crypto'
import { type JoinGrant, LIVE_LIMITS } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { canResume, isFull, placeOf } from '#server/domain/live-room/people.ts'
import { type EndReason, maySpeak } from '#server/domain/live-room/room.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { roomFull } from '#server/ports/live/port.ts'
import { mayJoinLive } from '../../shop/access/service.ts'
import { insertTicket, isBarred, takeTicket } from '../store.ts'
import type { LiveRoom } from './room-service.ts'
import type { LiveSocket, Visitor } from './seats-service.ts'
import { beginVisit, type Visit } from './visits-service.ts'

/** What a ticket gives access to. */
export interface Admission {
  liveSessionId: number
  participantId: string
}

/** Uses up the ticket in any case; undefined unless it is valid and was issued to the viewer. */
export async function redeemTicket(
  { db, now }: Context,
  { viewer, ticket }: { viewer: Viewer; ticket: string },
): Promise<Admission | undefined> {
  const owner = await takeTicket(db, { ticketHash: hashToken(ticket), now: now() })
  if (owner?.memberId !== viewer.id || owner.sessionId !== viewer.sessionId) return undefined
  const participantId = ticket.slice(0, ticket.indexOf('.'))
  return { liveSessionId: owner.liveSessionId, participantId }
}

interface Greeting {
  socket: LiveSocket
  visitor: Visitor
  admission: Admission
  /** The participant id that the page had before. */
  resume: string | undefined
}

/** Lets pages into the room, each with its own ticket. */
export interface Entrance {
  /** Throws `conflict` if the room is full, and `not_allowed` for a member who was removed. */
  grant(viewer: Viewer): Promise<JoinGrant>
  /**
   * Lets a page in, or tells it why not. A page whose socket is closed without a message should ask
   * for another ticket.
   */
  greet(greeting: Greeting): Promise<Visit | undefined>
}

export function createEntrance(context: Context, room: LiveRoom): Entrance {
  const { liveSessionId, sound } = room
  /** Seats that were granted but not taken yet, by participant; `until` in milliseconds. */
  const reserved = new Map<string, { memberId: string; until: number }>()

  const giveUp = (isOver: (seat: { memberId: string; until: number }) => boolean): void => {
    for (const [id, seat] of reserved) {
      if (!isOver(seat)) continue
      reserved.delete(id)
      if (!room.state().people.has(id)) sound.release(id)
    }
  }
  room.onTick(() => {
    const now = context.now().getTime()
    giveUp(({ until }) => until <= now)
  })
  const admit = (viewer: Viewer, id: string): ReturnType<typeof sound.admit> =>
    sound.admit(id, {
      canSpeak: maySpeak(room.state(), {
        memberId: viewer.id,
        isHost: hasRight(viewer, 'host'),
      }),
    })

  const isOut = async ({ id: memberId }: Viewer): Promise<boolean> =>
    room.barred.has(memberId) || isBarred(context.db, { liveSessionId, memberId })

  /** Checks again whether the ticket's owner may enter. */
  const findObstacle = async (
    admission: Admission,
    viewer: Viewer,
  ): Promise<EndReason | 'unsaid' | undefined> => {
    if (admission.liveSessionId !== liveSessionId) return 'unsaid'
    if (!(await mayJoinLive(context, viewer))) return 'access'
    return (await isOut(viewer)) ? 'removed' : undefined
  }

  return {
    grant: async (viewer) => {
      if (await isOut(viewer)) throw barred()
      const state = room.state()
      const isInside = placeOf(state, viewer.id) !== undefined
      if (!isInside && isFull(state, { isHost: hasRight(viewer, 'host') })) throw roomFull()
      const participantId = randomUUID()
      const now = context.now()
      const expiresAt = new Date(now.getTime() + LIVE_LIMITS.ticket * 1000)
      // A new request for a ticket gives up the member's earlier ones.
      giveUp(({ memberId }) => memberId === viewer.id)
      const media = await admit(viewer, participantId)
      reserved.set(participantId, { memberId: viewer.id, until: expiresAt.getTime() })
      // The hash also covers the id.
      const ticket = `${participantId}.${newToken()}`
      await insertTicket(
        context.db,
        {
          ticketHash: hashToken(ticket),
          liveSessionId,
          memberId: viewer.id,
          sessionId: viewer.sessionId,
          expiresAt,
        },
        now,
      )
      return { ticket, media }
    },

    greet: async ({ socket, visitor, admission, resume = '' }) => {
      const { viewer } = visitor
      const ends = await findObstacle(admission, viewer)
      if (ends) return void sendAway(socket, ends)
      const { id: memberId, anonymousUsername } = viewer
      const isHost = hasRight(viewer, 'host')
      const isBack = canResume(room.state(), { id: resume, memberId })
      const id = isBack ? resume : admission.participantId
      await admit(viewer, id)
      // Meanwhile the session may have ended, or the seat to resume may have been freed.
      if (!room.state().isOnAir) return void sendAway(socket, 'off-air')
      const connection = { ...visitor, socket }
      const type = canResume(room.state(), { id, memberId }) ? 'resume' : 'enter'
      room.arrive({ type, newcomer: { id, memberId, anonymousUsername, isHost } }, connection)
      reserved.delete(id)
      giveUp((seat) => seat.memberId === memberId)
      if (room.connectionOf(id) !== connection) return undefined
      // The account session may have ended since it was checked.
      room.checkAccess(memberId)
      return beginVisit(context, { room, id, connection })
    },
  }
}

function sendAway(socket: LiveSocket, reason: EndReason | 'unsaid'): void {
  if (reason !== 'unsaid') socket.send(JSON.stringify({ type: 'ended', reason }))
  socket.close()
}

function barred(): AppError {
  return new AppError('not_allowed', 'A host has removed you from this session.')
}
