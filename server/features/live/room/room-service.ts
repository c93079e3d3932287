import type { ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { type KeptRules, maySpeak, openRoom, type Room } from '#server/domain/live-room/room.ts'
import { type RoomEvent, step } from '#server/domain/live-room/step.ts'
import { createSerial } from '#server/domain/serial.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import { createAccessChecks } from './access-checks-service.ts'
import { createBroadcast } from './broadcast-service.ts'
import { perform, type RoomParts } from './effects-service.ts'
import { createReopening } from './reopening-service.ts'
import { type Connection, createSeats, endSocket } from './seats-service.ts'
import { createSound, reopenSound, type Sound } from './sound-service.ts'

const TICK_MS = 1_000

/**
 * The room of a session, on the node that runs it. The rules are in `domain/live-room`; this file
 * connects them to people and sound. Where to look:
 * - tickets and entering: `entrance-service`; assigning a seat: `assign` in `seats-service`;
 * - what each effect of the rules does: `effects-service`;
 * - starting and stopping a recording: `recorder-service`;
 * - ending a session without a host: `onHostless` in `node-service`, after the grace period that
 *   `tick` in `domain/live-room/step.ts` counts.
 */
export interface LiveRoom {
  readonly liveSessionId: number
  /** The engine's id of the room. */
  readonly engineRoom: string
  readonly sound: Sound
  state(): Room
  apply(event: RoomEvent): void
  /** The connection of a participant, if they are in the room. */
  connectionOf(id: string): Connection | undefined
  /** Applies a person's entrance; the connection is theirs from the welcome on. */
  arrive(event: Extract<RoomEvent, { type: 'enter' | 'resume' }>, connection: Connection): void
  send(id: string, message: ServerMessage): void
  /** Members whom a host has removed while this node ran the room. */
  readonly barred: ReadonlySet<string>
  /** Checks soon whether the member may still be in the room. */
  checkAccess(memberId: string): void
  /** Calls `listener` every second while the room is open. */
  onTick(listener: () => void): void
  /** Ends the session for everyone in the room. */
  end(): void
  /** Closes all sockets without a message, so that pages look for the room again. */
  drop(): void
}

export interface RoomOptions {
  liveSessionId: number
  /** Since when the room has been without a host; for a new session, its start. */
  hostGoneSince: Date
  /** Rules to keep for a room that is taken over. */
  kept: KeptRules
  findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  /** Called when the number of people or the recording changes. */
  onCount: () => void
  /** Called when no host came back in time. */
  onHostless: () => void
  /** Called when a recording has reached its maximum length, or broke off with the engine. */
  onRecordingEnds: () => void
}

/** Opens the room and its sound. Throws `provider_unavailable` if the engine cannot. */
export async function openLiveRoom(context: Context, options: RoomOptions): Promise<LiveRoom> {
  const { liveSessionId, onCount, onHostless, onRecordingEnds } = options
  const engineRoom = `session-${liveSessionId}`
  const seats = createSeats()
  const tickers = new Set<() => void>()
  const barred = new Set<string>()
  let room = openRoom(options.hostGoneSince.getTime(), options.kept)

  const broadcast = createBroadcast({
    room: () => room,
    send: (id, text) => seats.all().get(id)?.socket?.send(text),
  })
  const apply = (event: RoomEvent, arriving?: Connection): void => {
    const { hostGoneSince } = room
    const next = step(room, event, context.now().getTime())
    room = next.room
    for (const effect of next.effects) perform(context, parts, { effect, arriving })
    if (hostGoneSince !== room.hostGoneSince) broadcast.refresh()
  }
  const reopening = createReopening(context, {
    reopen: () =>
      reopenSound(
        sound,
        [...room.people.values()].map((person) => ({ person, canSpeak: maySpeak(room, person) })),
      ),
    onReopened: () => apply({ type: 'engine-restarted' }),
  })
  const sound = createSound(context, {
    room: engineRoom,
    listener: {
      onMedia: (id, state) => apply({ type: 'media', id, state }),
      onLevels: (levels) => {
        const present = Object.entries(levels).filter(([id]) => room.people.has(id))
        broadcast.sendAll({ type: 'levels', levels: Object.fromEntries(present) })
      },
      onMicrophoneFailed: (id) => apply({ type: 'microphone-failed', id }),
      onRestarted: () => {
        apply({ type: 'engine-restarted' })
        // The engine may have reopened a microphone that was closed while it was down.
        for (const { id, microphone } of room.people.values()) {
          if (microphone === 'muted') sound.switchMicrophone(id, false)
        }
      },
      onFailed: () => {
        if (room.recording.state !== 'idle') onRecordingEnds()
        reopening.begin()
      },
    },
  })
  const callbacks = { onCount, onHostless, onRecordingEnds }
  const parts: RoomParts = {
    ...{ liveSessionId, seats, barred, broadcast, sound, ...callbacks },
    inTurn: createSerial(),
    room: () => room,
  }
  const accessChecks = createAccessChecks(context, {
    findViewer: options.findViewer,
    visitors: seats.all,
    onEnded: (id) => apply({ type: 'access-ended', id }),
    onConfirmed: (viewer) =>
      apply({ type: 'rights', memberId: viewer.id, isHost: hasRight(viewer, 'host') }),
  })
  const timer = setInterval(() => {
    apply({ type: 'tick' })
    for (const ticker of tickers) ticker()
  }, TICK_MS).unref()
  const shut = (): void => {
    clearInterval(timer)
    reopening.close()
    accessChecks.close()
    broadcast.close()
  }

  try {
    await sound.open()
  } catch (error) {
    shut()
    throw error
  }
  return {
    liveSessionId,
    engineRoom,
    sound,
    state: () => room,
    apply,
    connectionOf: (id) => seats.all().get(id),
    arrive: apply,
    send: broadcast.send,
    barred,
    checkAccess: accessChecks.checkSoon,
    onTick: (listener) => void tickers.add(listener),
    end: () => {
      shut()
      apply({ type: 'off-air' })
    },
    drop: () => {
      shut()
      for (const connection of seats.all().values()) endSocket(connection)
    },
  }
}
