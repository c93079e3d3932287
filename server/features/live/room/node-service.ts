import { randomUUID } from 'node:crypto'
import { LIVE_LIMITS } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createSerial } from '#server/domain/serial.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { isGone, isOver } from '../policy.ts'
import { createCollector } from '../recordings/collect-service.ts'
import { finalizeRunning } from '../recordings/store.ts'
import {
  endSession,
  findOpenSession,
  findSession,
  type NodeAddress,
  releaseSession,
  type SessionRow,
  takeSession,
} from '../store.ts'
import { type RunningRoom, startRoom, stopRoom } from './running-room-service.ts'
import { beginSession, finishSession } from './session-service.ts'

const HEARTBEAT_MS = 5_000
const SWEEP_MS = 15_000

/** Where the room is running: nowhere, here, or on another node. */
export type Whereabouts =
  | { place: 'off' }
  | { place: 'here'; running: RunningRoom }
  | { place: 'there'; url: string }

/** This process's part in the live room: it runs the room, or finds the node that does. */
export interface LiveNode {
  /** Also takes over the room of a process that has died, and ends it after too long a time. */
  locate(): Promise<Whereabouts>
  /** Does nothing if the room is on air. */
  start(admin: Admin): Promise<void>
  /** Does nothing if the room is off air. */
  stop(admin?: Admin): Promise<void>
  /** Stops the room here, but leaves the session open for another process to take over. */
  close(): Promise<void>
}

export function createLiveNode(
  context: Context,
  input: { findViewer: (token: string | undefined) => Promise<Viewer | undefined> },
): LiveNode {
  const { db, log } = context
  const me: NodeAddress = { nodeId: randomUUID(), nodeUrl: context.config.nodeUrl }
  const collector = createCollector(context, me)
  let running: RunningRoom | undefined
  /** Runs opening and ending the room one after the other. */
  const inTurn = createSerial()
  const announce = (): void => context.changes.announce({ kind: 'topic', topic: 'live' })

  const open = async (session: SessionRow, hostGoneSince: Date): Promise<RunningRoom> => {
    running = await startRoom(context, {
      session,
      hostGoneSince,
      me,
      collector,
      findViewer: input.findViewer,
      onHostless: () => {
        log.info('no host came back to the live room in time; it goes off air')
        inTurn(() => stop()).catch((error: unknown) =>
          log.error({ err: error }, 'the live room could not go off air'),
        )
      },
    })
    return running
  }
  const closeRoom = async (how: 'end' | 'drop'): Promise<void> => {
    const closing = running
    running = undefined
    if (closing) await stopRoom(context, closing, how)
  }
  const closeSession = async (which: {
    seenBefore?: Date
    admin?: Admin | undefined
  }): Promise<void> => {
    if (await finishSession(context, which)) announce()
  }

  const locate = async (): Promise<Whereabouts> => {
    const session = await findOpenSession(db)
    const now = context.now()
    if (running && running.room.liveSessionId !== session?.liveSessionId) await closeRoom('end')
    if (!session) return { place: 'off' }
    if (session.nodeId === me.nodeId && running) return { place: 'here', running }
    if (isOver(session, now)) {
      await closeSession({ seenBefore: graceBefore(now) })
      return { place: 'off' }
    }
    if (!isGone(session, { me, now })) return { place: 'there', url: session.nodeUrl }
    return takeOver(session)
  }
  const takeOver = async (session: SessionRow): Promise<Whereabouts> => {
    const now = context.now()
    const isTaken = await inTransaction(db, async (trx) => {
      if (!(await takeSession(trx, { from: session, to: me, now }))) return false
      await finalizeRunning(trx, { liveSessionIds: [session.liveSessionId], now })
      return true
    })
    if (!isTaken) return whereNow()
    log.info('the live room of a process that has died is taken over')
    void collector.collect()
    // Time without a process counts as time without a host.
    return { place: 'here', running: await open(session, session.seenAt) }
  }
  /** Used after another node was faster. */
  const whereNow = async (): Promise<Whereabouts> => {
    const session = await findOpenSession(db)
    return session ? { place: 'there', url: session.nodeUrl } : { place: 'off' }
  }

  const start = async (admin: Admin): Promise<void> => {
    if ((await locate()).place !== 'off') return
    const session = await beginSession(context, { admin, me })
    if (!session) return
    try {
      await open(session, session.startedAt)
    } catch (error) {
      const { liveSessionId } = session
      await endSession(db, { now: context.now(), liveSessionId })
      throw error
    }
    announce()
  }
  const stop = async (admin?: Admin): Promise<void> => {
    await closeSession({ admin })
    await closeRoom('end')
  }

  /** Closes the room here if its session has ended or another node has it now. */
  const reconcile = async (): Promise<void> => {
    if (!running) return
    const session = await findSession(db, running.room.liveSessionId)
    if (!session || session.endedAt) await closeRoom('end')
    else if (session.nodeId !== me.nodeId) await closeRoom('drop')
  }
  const beat = async (): Promise<void> => {
    if (!running) return
    if (!(await running.counter.write())) await inTurn(reconcile)
  }
  const sweep = async (): Promise<void> => {
    await beat()
    await closeSession({ seenBefore: graceBefore(context.now()) })
    await collector.collect()
  }
  const stopListening = context.changes.listen((change) => {
    const isAbout = change.kind === 'missed' || (change.kind === 'topic' && change.topic === 'live')
    if (isAbout && running) inTurn(reconcile).catch(report)
  })
  const report = (error: unknown): void =>
    log.warn({ err: error }, 'the live room could not be checked against the database')
  const timers = [
    setInterval(() => beat().catch(report), HEARTBEAT_MS).unref(),
    setInterval(() => sweep().catch(report), SWEEP_MS).unref(),
  ]
  // Collects what an earlier process left behind.
  void collector.collect()

  return {
    locate: () => inTurn(locate),
    start: (admin) => inTurn(() => start(admin)),
    stop: (admin) => inTurn(() => stop(admin)),
    close: async () => {
      stopListening()
      timers.forEach(clearInterval)
      await inTurn(async () => {
        if (!running) return
        await releaseSession(db, me)
        await closeRoom('drop')
      })
      await collector.idle()
    },
  }
}

function graceBefore(now: Date): Date {
  return new Date(now.getTime() - LIVE_LIMITS.hostGrace * 1000)
}
