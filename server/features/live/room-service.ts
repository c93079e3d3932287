import type { ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { type Effect, maySpeak, openRoom, type Room } from '#server/domain/live-room/room.ts'
import { type RoomEvent, step } from '#server/domain/live-room/step.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { createBroadcast } from './broadcast-service.ts'
import { createProofs } from './proofs-service.ts'
import { createSound, reopenSound, type Sound } from './sound-service.ts'
import { barMember } from './store.ts'

const TICK_MS = 1_000
/** How often a room whose engine gave up is tried again. */
const REOPEN_MS = 5_000

/** One page's socket. */
export interface LiveSocket {
  send(text: string): void
  /** After what was sent has gone out. */
  close(): void
}

/** Who is behind a socket, by the account session that it was opened with. */
export interface Visitor {
  viewer: Viewer
  /** Proves the viewer again later. */
  token: string | undefined
}

/** A person's place and page; without a socket while the seat is kept. */
export interface Connection extends Visitor {
  socket: LiveSocket | undefined
}

/** The room of a session, on the node that holds it. */
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
  /** Members whom a host has removed while this node held the room. */
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
  const { liveSessionId } = options
  const engineRoom = `session-${liveSessionId}`
  const connections = new Map<string, Connection>()
  const tickers = new Set<() => void>()
  const barred = new Set<string>()
  let arriving: Connection | undefined
  let room = openRoom(options.hostGoneSince.getTime())

  const broadcast = createBroadcast({
    room: () => room,
    send: (id, text) => connections.get(id)?.socket?.send(text),
  })
  const play = (event: RoomEvent): void => {
    const { hostGoneSince } = room
    const next = step(room, event, context.now().getTime())
    room = next.room
    for (const effect of next.effects) perform(effect)
    if (hostGoneSince !== room.hostGoneSince) broadcast.refresh()
  }
  const hangUp = (id: string, last?: ServerMessage): void => {
    const connection = connections.get(id)
    if (connection) endSocket(connection, last)
  }
  const welcome = (id: string): void => {
    const person = room.people.get(id)
    if (!person || !arriving) return
    connections.set(id, arriving)
    broadcast.welcome(person)
  }
  const perform = (effect: Effect): void => {
    switch (effect.type) {
      case 'welcome':
        welcome(effect.id)
        break
      case 'turn-away':
        if (arriving) endSocket(arriving, { type: 'refused', sentence: effect.sentence })
        sound.release(effect.id)
        break
      case 'tell':
        broadcast.tell(effect.id, effect.message)
        break
      case 'tell-all':
        broadcast.tellAll(effect.message)
        break
      case 'refresh':
        broadcast.refresh()
        break
      case 'count':
        options.onCount()
        break
      case 'end':
        hangUp(effect.id, { type: 'ended', reason: effect.reason })
        break
      case 'hang-up':
        hangUp(effect.id)
        break
      case 'microphone':
        sound.switchMicrophone(effect.id, effect.isOpen)
        break
      case 'release':
        connections.delete(effect.id)
        sound.release(effect.id)
        break
      case 'bar':
        barred.add(effect.memberId)
        bar(context, { liveSessionId, memberId: effect.memberId })
        break
      case 'stop-recording':
        options.onRecordingEnds()
        break
      case 'go-off-air':
        options.onHostless()
    }
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
        if (room.recording.state !== 'idle') options.onRecordingEnds()
        reopening.begin()
      },
    },
  })
  const proofs = createProofs(context, {
    findViewer: options.findViewer,
    visitors: () => connections,
    onEnded: (id) => play({ type: 'access-ended', id }),
    onProven: ({ id: memberId, isAdmin: isHost }) => play({ type: 'rights', memberId, isHost }),
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
    connectionOf: (id) => connections.get(id),
    arrive: (event, connection) => {
      arriving = connection
      play(event)
      arriving = undefined
    },
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
      for (const connection of connections.values()) endSocket(connection)
    },
  }
}

function endSocket(connection: Connection, last?: ServerMessage): void {
  const { socket } = connection
  if (!socket) return
  connection.socket = undefined
  if (last) socket.send(JSON.stringify(last))
  socket.close()
}

function bar(context: Context, who: { liveSessionId: number; memberId: string }): void {
  barMember(context.db, { ...who, now: context.now() }).catch((error: unknown) =>
    context.log.error({ err: error }, 'a removal from the live room could not be stored'),
  )
}

/** Brings the sound back after the engine gave up, trying again until the room is closed. */
function createReopening(
  { log }: Context,
  { reopen, onReopened }: { reopen: () => Promise<void>; onReopened: () => void },
): { begin(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const attempt = async (): Promise<void> => {
    try {
      await reopen()
      if (!isClosed) onReopened()
    } catch (error) {
      log.warn({ err: error }, 'the live engine is still away')
      if (!isClosed) timer = setTimeout(() => void attempt(), REOPEN_MS).unref()
    }
  }
  return {
    begin: () => {
      clearTimeout(timer)
      void attempt()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
