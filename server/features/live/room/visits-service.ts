import { randomInt } from 'node:crypto'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { questionName } from '#server/domain/live-room/question-name.ts'
import type { Room } from '#server/domain/live-room/room.ts'
import type { RoomEvent } from '#server/domain/live-room/step.ts'
import { tokenBucket } from '#server/domain/token-bucket.ts'
import type { SocketEnd } from '#server/http/sockets.ts'
import type { LiveRoom } from './room-service.ts'
import type { Connection } from './seats-service.ts'

/** Limits offers, because answering one is expensive and a browser needs to reconnect only rarely. */
const OFFERS = { burst: 6, perSecond: 0.5 }

/** A message of a page that is in the room. */
export type VisitMessage = Exclude<ClientMessage, { type: 'hello' }>

/** The stay of a page in the room, from the welcome on. */
export interface Visit {
  receive(message: VisitMessage): void
  /** The socket was closed or lost. */
  lose(how: SocketEnd): void
}

export function beginVisit(
  context: Context,
  { room, id, connection }: { room: LiveRoom; id: string; connection: Connection },
): Visit {
  const mayOffer = tokenBucket(OFFERS, Date.now)
  const isCurrent = (): boolean => room.connectionOf(id) === connection
  const reply = (message: ServerMessage): void => {
    if (isCurrent()) room.send(id, message)
  }
  const answer = async (offer: Extract<ClientMessage, { type: 'offer' }>): Promise<void> => {
    if (!mayOffer()) throw new AppError('rate_limited', 'Your browser connects too often.')
    reply({ type: 'answer', sdp: await room.sound.answer(id, offer) })
  }
  return {
    receive: (message) => {
      if (!isCurrent()) return
      if (message.type === 'offer') {
        answer(message).catch((error: unknown) => reply(refusalOf(context, error)))
        return
      }
      const event = eventOf(message, { id, room: room.state() })
      // If offers go through us, the engine knows the connection's state better than the page.
      if (event.type === 'media' && room.sound.takesOffers) return
      room.apply(event)
    },
    lose: (how) => {
      if (!isCurrent() || !connection.socket) return
      connection.socket = undefined
      room.apply({ type: 'socket-lost', id, how })
    },
  }
}

function eventOf(
  message: Exclude<VisitMessage, { type: 'offer' }>,
  { id, room }: { id: string; room: Room },
): RoomEvent {
  switch (message.type) {
    case 'connection':
      return { type: 'media', id, state: message.state }
    case 'microphone':
    case 'hand':
    case 'leave':
      return { ...message, id }
    case 'question':
      return { type: 'ask', id, text: message.text, name: freeName(room) }
    default:
      return { type: 'host', id, act: message }
  }
}

function freeName(room: Room): string {
  return questionName((below) => randomInt(below), {
    questions: room.questions.map(({ name }) => name),
    people: [...room.people.values()].map(({ anonymousUsername }) => anonymousUsername),
  })
}

function refusalOf({ log }: Context, error: unknown): ServerMessage {
  if (error instanceof AppError) return { type: 'refused', sentence: error.message }
  log.error({ err: error }, 'an offer could not be answered')
  return { type: 'refused', sentence: 'Something went wrong on our side. Please try again.' }
}
