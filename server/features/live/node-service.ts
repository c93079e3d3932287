import { randomUUID } from 'node:crypto'
import { LIVE_LIMITS } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createSerial } from '#server/domain/serial.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { createCollector } from './collect-service.ts'
import { closeHeldRoom, type HeldRoom, openHeldRoom } from './held-service.ts'
import { isGone, isOver } from './policy.ts'
import { finaliseRunning } from './recordings-store.ts'
import { beginSession, finishSession } from './session-service.ts'
import {
  endSession,
  findOpenSession,
  findSession,
  type NodeAddress,
  releaseSession,
  type SessionRow,
  takeSession,
} from './store.ts'

const HEARTBEAT_MS = 5_000
const SWEEP_MS = 15_000

/** Where the room is: nowhere, here, or at another node's address. */
export type Whereabouts =
  | { place: 'off' }
  | { place: 'here'; held: HeldRoom }
  | { place: 'there'; url: string }

/** This process's part in the live room: it holds the room, or knows who does. */
export interface LiveNode {
  /** Also takes over the room of a process that is gone, and ends one that is gone too long. */
  locate(): Promise<Whereabouts>
  /** On air already: changes nothing. */
  start(admin: Admin): Promise<void>
  /** Off air already: changes nothing. */
  stop(admin?: Admin): Promise<void>
  /** Leaves the session open for the process that comes after this one. */
  close(): Promise<void>
}

export function createLiveNode(
  context: Context,
  input: { findViewer: (token: string | undefined) => Promise<Viewer | undefined> },
): LiveNode {
  const { db, log } = context
  const me: NodeAddress = { nodeId: randomUUID(), nodeUrl: context.config.nodeUrl }
  const collector = createCollector(context, me)
  let held: HeldRoom | undefined
  /** Opening and ending the room, one after the other. */
  const inTurn = createSerial()
  const announce = (): void => context.changes.announce({ kind: 'topic', topic: 'live' })

  const hold = async (session: SessionRow, hostGoneSince: Date): Promise<HeldRoom> => {
    held = await openHeldRoom(context, {
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
    return held
  }
  const letGo = async (how: 'end' | 'drop'): Promise<void> => {
    const letting = held
    held = undefined
    if (letting) await closeHeldRoom(context, letting, how)
  }
  const close = async (which: { seenBefore?: Date; admin?: Admin | undefined }): Promise<void> => {
    if (await finishSession(context, which)) announce()
  }

  const locate = async (): Promise<Whereabouts> => {
    const session = await findOpenSession(db)
    const now = context.now()
    if (held && held.room.liveSessionId !== session?.liveSessionId) await letGo('end')
    if (!session) return { place: 'off' }
    if (session.nodeId === me.nodeId && held) return { place: 'here', held }
    if (isOver(session, now)) {
      await close({ seenBefore: graceBefore(now) })
      return { place: 'off' }
    }
    if (!isGone(session, { me, now })) return { place: 'there', url: session.nodeUrl }
    return takeOver(session)
  }
  const takeOver = async (session: SessionRow): Promise<Whereabouts> => {
    const now = context.now()
    const isTaken = await inTransaction(db, async (trx) => {
      if (!(await takeSession(trx, { from: session, to: me, now }))) return false
      await finaliseRunning(trx, { liveSessionIds: [session.liveSessionId], now })
      return true
    })
    if (!isTaken) return whereNow()
    log.info('the live room of a process that is gone is opened again')
    void collector.collect()
    // Time without the process was time without a host.
    return { place: 'here', held: await hold(session, session.seenAt) }
  }
  /** After another was faster. */
  const whereNow = async (): Promise<Whereabouts> => {
    const session = await findOpenSession(db)
    return session ? { place: 'there', url: session.nodeUrl } : { place: 'off' }
  }

  const start = async (admin: Admin): Promise<void> => {
    if ((await locate()).place !== 'off') return
    const session = await beginSession(context, { admin, me })
    if (!session) return
    try {
      await hold(session, session.startedAt)
    } catch (error) {
      const { liveSessionId } = session
      await endSession(db, { now: context.now(), liveSessionId })
      throw error
    }
    announce()
  }
  const stop = async (admin?: Admin): Promise<void> => {
    await close({ admin })
    await letGo('end')
  }

  /** The room has ended elsewhere, or another node has it now. */
  const look = async (): Promise<void> => {
    if (!held) return
    const session = await findSession(db, held.room.liveSessionId)
    if (!session || session.endedAt) await letGo('end')
    else if (session.nodeId !== me.nodeId) await letGo('drop')
  }
  const beat = async (): Promise<void> => {
    if (!held) return
    if (!(await held.counter.write())) await inTurn(look)
  }
  const sweep = async (): Promise<void> => {
    await beat()
    await close({ seenBefore: graceBefore(context.now()) })
    await collector.collect()
  }
  const stopListening = context.changes.listen((change) => {
    const isAbout = change.kind === 'missed' || (change.kind === 'topic' && change.topic === 'live')
    if (isAbout && held) inTurn(look).catch(report)
  })
  const report = (error: unknown): void =>
    log.warn({ err: error }, 'the live room could not look at the database')
  const timers = [
    setInterval(() => beat().catch(report), HEARTBEAT_MS).unref(),
    setInterval(() => sweep().catch(report), SWEEP_MS).unref(),
  ]
  // What the process before this one left behind.
  void collector.collect()

  return {
    locate: () => inTurn(locate),
    start: (admin) => inTurn(() => start(admin)),
    stop: (admin) => inTurn(() => stop(admin)),
    close: async () => {
      stopListening()
      timers.forEach(clearInterval)
      await inTurn(async () => {
        if (!held) return
        await releaseSession(db, me)
        await letGo('drop')
      })
      await collector.idle()
    },
  }
}

function graceBefore(now: Date): Date {
  return new Date(now.getTime() - LIVE_LIMITS.hostGrace * 1000)
}
