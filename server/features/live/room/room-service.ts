import type { ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { type KeptRules, maySpeak, openRoom, type Room } from '#server/domain/live-room/room.ts'
import { type RoomEvent, step } from '#server/domain/live-room/step.ts'
import { createSerial } from '#server/domain/serial.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import { createBroadcast } from './broadcast-service.ts'
import { perform, type RoomParts } from './effects-service.ts'
import { createProofs } from './proofs-service.ts'
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
  /** What the engine calls it. */
  readonly engineRoom: string
  readonly sound: Sound
  state(): Room
  play(event: RoomEvent): void
  /** Whose page this is, if it is in the room. */
  connectionOf(id: string): Connection | undefined
  /** Plays somebody's entrance; their page is theirs from the welcome on. */
  arrive(event: Extract<RoomEvent, { type: 'enter' | 'resume' }>, connection: Connection): void
  tell(id: string, message: ServerMessage): void
  /** Members whom a host has removed while this node ran the room. */
  readonly barred: ReadonlySet<string>
  /** Looks soon at whether the member may still be here. */
  prove(memberId: string): void
  /** Calls `listener` every second while the room is open. */
  onTick(listener: () => void): void
  /** Ends everyone's place with this session. */
  end(): void
  /** Lets everyone go without a word: their pages look for the room again. */
  drop(): void
}

export interface RoomOptions {
  liveSessionId: number
  /** Since when there is no host: now for a session that begins. */
  hostGoneSince: Date
  /** Of a room that is taken over. */
  kept: KeptRules
  findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  /** The number of people or the recording changed. */
  onCount: () => void
  /** No host came back in time. */
  onHostless: () => void
  /** A recording has lasted as long as one may, or broke off with the engine. */
  onRecordingEnds: () => void
}

/** Opens the room and its sound. Throws `provider_unavailable` when the engine cannot. */
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
  const play = (event: RoomEvent, arriving?: Connection): void => {
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
    onReopened: () => play({ type: 'engine-restarted' }),
  })
  const sound = createSound(context, {
    room: engineRoom,
    listener: {
      onMedia: (id, state) => play({ type: 'media', id, state }),
      onLevels: (levels) => {
        const present = Object.entries(levels).filter(([id]) => room.people.has(id))
        broadcast.tellAll({ type: 'levels', levels: Object.fromEntries(present) })
      },
      onMicrophoneFailed: (id) => play({ type: 'microphone-failed', id }),
      onRestarted: () => {
        play({ type: 'engine-restarted' })
        // One that was closed while the engine was away is open in what it remembers.
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
  const proofs = createProofs(context, {
    findViewer: options.findViewer,
    visitors: seats.all,
    onEnded: (id) => play({ type: 'access-ended', id }),
    onProven: (viewer) =>
      play({ type: 'rights', memberId: viewer.id, isHost: hasRight(viewer, 'host') }),
  })
  const timer = setInterval(() => {
    play({ type: 'tick' })
    for (const ticker of tickers) ticker()
  }, TICK_MS).unref()
  const shut = (): void => {
    clearInterval(timer)
    reopening.close()
    proofs.close()
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
    play,
    connectionOf: (id) => seats.all().get(id),
    arrive: play,
    tell: broadcast.tell,
    barred,
    prove: proofs.look,
    onTick: (listener) => void tickers.add(listener),
    end: () => {
      shut()
      play({ type: 'off-air' })
    },
    drop: () => {
      shut()
      for (const connection of seats.all().values()) endSocket(connection)
    },
  }
}
