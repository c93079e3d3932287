import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { Collector } from '../recordings/collect-service.ts'
import { listCohosts, type NodeAddress, type SessionRow, touchSession } from '../store.ts'
import { createEntrance, type Entrance } from './entrance-service.ts'
import { createRecorder, type Recorder } from './recorder-service.ts'
import { type LiveRoom, openLiveRoom } from './room-service.ts'

/** Changes in the number of people are announced to open pages at most this often. */
const COUNT_MS = 3_000

/** The room that this node runs, with its entrance and its recorder. */
export interface RunningRoom {
  room: LiveRoom
  entrance: Entrance
  recorder: Recorder
  counter: Counter
}

export async function startRoom(
  context: Context,
  input: {
    session: SessionRow
    hostGoneSince: Date
    me: NodeAddress
    collector: Collector
    findViewer: (token: string | undefined) => Promise<Viewer | undefined>
    onHostless: () => void
  },
): Promise<RunningRoom> {
  const { session, hostGoneSince, me, collector, findViewer, onHostless } = input
  const { liveSessionId, isInviteOnly } = session
  const cohosts = new Set(await listCohosts(context.db, liveSessionId))
  const room = await openLiveRoom(context, {
    liveSessionId,
    hostGoneSince,
    kept: { cohosts, isInviteOnly },
    findViewer,
    onHostless,
    onCount: () => counter.changed(),
    onRecordingEnds: () => {
      recorder
        .stop()
        .catch((error: unknown) =>
          context.log.error({ err: error }, 'a recording of the live room could not be stopped'),
        )
    },
  })
  const counter = createCounter(context, { room, me })
  const recorder = createRecorder(context, { room, collector })
  return { room, entrance: createEntrance(context, room), recorder, counter }
}

/**
 * Ends the session for everyone, or drops them so that they look for the room again, then ends the
 * recording and the sound. Does not throw: the room is closed on this node either way.
 */
export async function stopRoom(
  context: Context,
  { room, recorder, counter }: RunningRoom,
  how: 'end' | 'drop',
): Promise<void> {
  counter.close()
  room[how]()
  try {
    await recorder.stop()
    await room.sound.close()
  } catch (error) {
    context.log.error({ err: error }, 'the sound of the live room could not be closed')
  }
}

/** Keeps the room's numbers up to date for other nodes and open pages. */
export interface Counter {
  changed(): void
  /** Also serves as the heartbeat. False if the session no longer belongs to this node. */
  write(): Promise<boolean>
  close(): void
}

function createCounter(
  context: Context,
  { room, me }: { room: LiveRoom; me: NodeAddress },
): Counter {
  let timer: NodeJS.Timeout | undefined
  let announced = numbersOf(room)
  const write = (): Promise<boolean> =>
    touchSession(context.db, {
      liveSessionId: room.liveSessionId,
      nodeId: me.nodeId,
      now: context.now(),
      ...numbersOf(room),
    })
  const announceNow = async (): Promise<void> => {
    timer = undefined
    const now = numbersOf(room)
    if (
      now.participantCount === announced.participantCount &&
      now.isRecording === announced.isRecording
    ) {
      return
    }
    announced = now
    if (await write()) context.changes.announce({ kind: 'topic', topic: 'live' })
  }
  const announceSoon = (milliseconds: number): void => {
    timer ??= setTimeout(() => {
      announceNow().catch((error: unknown) =>
        context.log.warn({ err: error }, 'the numbers of the live room could not be stored'),
      )
    }, milliseconds).unref()
  }
  return {
    changed: () => {
      // The start or end of a recording must be announced at once.
      const isUrgent = numbersOf(room).isRecording !== announced.isRecording
      if (isUrgent) {
        clearTimeout(timer)
        timer = undefined
      }
      announceSoon(isUrgent ? 0 : COUNT_MS)
    },
    write,
    close: () => clearTimeout(timer),
  }
}

function numbersOf(room: LiveRoom): { participantCount: number; isRecording: boolean } {
  const { people, recording } = room.state()
  return { participantCount: people.size, isRecording: recording.state !== 'idle' }
}
