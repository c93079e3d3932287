import { randomUUID } from 'node:crypto'
import { type JoinGrant, LIVE_LIMITS } from '#contract/live.ts'
import type { ClientMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { canResume, isFull, placeOf } from '#server/domain/live-room/people.ts'
import type { EndReason } from '#server/domain/live-room/room.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { roomFull } from '#server/ports/live/port.ts'
import { mayJoinLive } from '../store/access-service.ts'
import type { LiveRoom, LiveSocket, Visitor } from './room-service.ts'
import { insertTicket, isBarred, takeTicket } from './store.ts'
import { beginVisit, type Visit } from './visits-service.ts'

type Hello = Extract<ClientMessage, { type: 'hello' }>

/** How a page comes into the room: with a ticket of its own. */
export interface Doors {
  /** Throws `conflict` when the room is full and `not_allowed` for who was removed. */
  grant(viewer: Viewer): Promise<JoinGrant>
  /**
   * Lets a page in, or tells it why not. One that it tells nothing, and whose socket ends, is to
   * ask for another ticket.
   */
  greet(input: { socket: LiveSocket; visitor: Visitor; hello: Hello }): Promise<Visit | undefined>
}

export function createDoors(context: Context, room: LiveRoom): Doors {
  const { liveSessionId, sound } = room
  /** Seats that were granted and not taken yet, by participant; `until` in milliseconds. */
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
    sound.admit(id, { canSpeak: viewer.isAdmin || !room.state().silenced.has(viewer.id) })

  const isOut = async ({ id: memberId }: Viewer): Promise<boolean> =>
    room.barred.has(memberId) || isBarred(context.db, { liveSessionId, memberId })

  /** Takes the ticket and looks once more at who brings it. */
  const prove = async (
    { ticket }: Hello,
    viewer: Viewer,
  ): Promise<{ participantId: string } | { ends: EndReason | 'unsaid' }> => {
    const { db } = context
    const ticketHash = hashToken(ticket)
    const owner = await takeTicket(db, { ticketHash, liveSessionId, now: context.now() })
    const isOwn = owner?.memberId === viewer.id && owner.sessionId === viewer.sessionId
    if (!isOwn) return { ends: 'unsaid' }
    if (!(await mayJoinLive(context, viewer))) return { ends: 'access' }
    if (await isOut(viewer)) return { ends: 'removed' }
    return { participantId: ticket.slice(0, ticket.indexOf('.')) }
  }

  return {
    grant: async (viewer) => {
      if (await isOut(viewer)) throw barred()
      const state = room.state()
      const isInside = placeOf(state, viewer.id) !== undefined
      if (!isInside && isFull(state, { isHost: viewer.isAdmin })) throw roomFull()
      const participantId = randomUUID()
      const now = context.now()
      const expiresAt = new Date(now.getTime() + LIVE_LIMITS.ticket * 1000)
      // Who asks again has lost the ticket that they had.
      giveUp(({ memberId }) => memberId === viewer.id)
      const media = await admit(viewer, participantId)
      reserved.set(participantId, { memberId: viewer.id, until: expiresAt.getTime() })
      // The id is part of what the hash proves.
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

    greet: async ({ socket, visitor, hello }) => {
      const { viewer } = visitor
      const proof = await prove(hello, viewer)
      if ('ends' in proof) return void sendAway(socket, proof.ends)
      const { id: memberId, anonymousUsername, isAdmin: isHost } = viewer
      const isBack = canResume(room.state(), { id: hello.resume ?? '', memberId })
      const id = isBack && hello.resume ? hello.resume : proof.participantId
      await admit(viewer, id)
      // Meanwhile the session may have ended, and the seat that was to be resumed may be free.
      if (!room.state().isOnAir) return void sendAway(socket, 'off-air')
      const connection = { ...visitor, socket }
      const type = canResume(room.state(), { id, memberId }) ? 'resume' : 'enter'
      room.arrive({ type, newcomer: { id, memberId, anonymousUsername, isHost } }, connection)
      reserved.delete(id)
      giveUp((seat) => seat.memberId === memberId)
      if (room.connectionOf(id) !== connection) return undefined
      // The account session may have ended since it was looked at.
      room.prove(memberId)
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
