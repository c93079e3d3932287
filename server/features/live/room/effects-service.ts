import type { Context } from '#server/context.ts'
import type { Effect, Room } from '#server/domain/live-room/room.ts'
import type { Serial } from '#server/domain/serial.ts'
import { barMember, deleteCohost, insertCohost, updateInviteOnly } from '../store.ts'
import type { Broadcast } from './broadcast-service.ts'
import { type Connection, endSocket, type Seats } from './seats-service.ts'
import type { Sound } from './sound-service.ts'

/** The parts of a room that the effects of its rules (`domain/live-room`) act on. */
export interface RoomParts {
  liveSessionId: number
  room: () => Room
  seats: Seats
  barred: Set<string>
  /** Runs the room's database writes one after the other. */
  inTurn: Serial
  broadcast: Broadcast
  sound: Sound
  /** Called when the number of people or the recording changes. */
  onCount: () => void
  /** Called when no host came back in time, to end the session. */
  onHostless: () => void
  /** Called when a recording has reached its maximum length. */
  onRecordingEnds: () => void
}

/** Carries out an effect of a step. `arriving` is the page that enters in this step, if any. */
export function perform(
  context: Context,
  parts: RoomParts,
  { effect, arriving }: { effect: Effect; arriving: Connection | undefined },
): void {
  const { seats, broadcast, sound } = parts
  switch (effect.type) {
    case 'welcome':
      welcome(parts, { id: effect.id, arriving })
      break
    case 'turn-away':
      if (arriving) endSocket(arriving, { type: 'refused', sentence: effect.sentence })
      sound.release(effect.id)
      break
    case 'send':
      broadcast.send(effect.id, effect.message)
      break
    case 'send-all':
      broadcast.sendAll(effect.message)
      break
    case 'refresh':
      broadcast.refresh()
      break
    case 'count':
      parts.onCount()
      break
    case 'end':
      seats.hangUp(effect.id, { type: 'ended', reason: effect.reason })
      break
    case 'hang-up':
      seats.hangUp(effect.id)
      break
    case 'microphone':
      sound.switchMicrophone(effect.id, effect.isOpen)
      break
    case 'release':
      seats.free(effect.id)
      sound.release(effect.id)
      break
    case 'bar':
      bar(context, parts, effect.memberId)
      break
    case 'cohost':
      keepCohost(context, parts, effect)
      break
    case 'invite-only':
      keep(context, parts, () =>
        updateInviteOnly(context.db, {
          liveSessionId: parts.liveSessionId,
          isInviteOnly: effect.isOn,
        }),
      )
      break
    case 'stop-recording':
      parts.onRecordingEnds()
      break
    case 'go-off-air':
      parts.onHostless()
  }
}

/** Assigns the seat before the room's state is sent to the page. */
function welcome(
  { room, seats, broadcast }: RoomParts,
  { id, arriving }: { id: string; arriving: Connection | undefined },
): void {
  const person = room().people.get(id)
  if (!person || !arriving) return
  seats.assign(id, arriving)
  broadcast.welcome(person)
}

function bar(context: Context, parts: RoomParts, memberId: string): void {
  const { liveSessionId, barred } = parts
  barred.add(memberId)
  keep(context, parts, async () => {
    await barMember(context.db, { liveSessionId, memberId, now: context.now() })
    // The member's pages stop offering to join.
    context.changes.announce({ kind: 'topic', topic: 'live' })
  })
}

function keepCohost(
  context: Context,
  parts: RoomParts,
  { memberId, isCohost }: Extract<Effect, { type: 'cohost' }>,
): void {
  const { liveSessionId } = parts
  const write = isCohost ? insertCohost : deleteCohost
  keep(context, parts, () => write(context.db, { liveSessionId, memberId }))
}

/** Stores what a process that takes over the room has to know. */
function keep({ log }: Context, { inTurn }: RoomParts, write: () => Promise<void>): void {
  inTurn(write).catch((error: unknown) =>
    log.error({ err: error }, 'a change of the live room could not be stored'),
  )
}
