import { LIVE_LIMITS } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { sharedView } from '#server/domain/live-room/snapshot.ts'
import { createSerial } from '#server/domain/serial.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { EngineFailure } from '#server/ports/live/port.ts'
import { recordAudit } from '../../audit/service.ts'
import { createCollector } from '../recordings/collect.ts'
import { finalizeRunning } from '../recordings/store.ts'
import {
  deleteSession,
  endSession,
  findOpenSession,
  putOnAir,
  reopenSession,
  reserveSession,
  type SessionRow,
  touchSession,
} from '../store.ts'
import { deleteKept, readKept, readRules } from './kept.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { LiveRoom, type RoomOptions } from './room.ts'

const HEARTBEAT_MS = 5_000
const SWEEP_MS = 15_000
/** Changes in the number of people are announced to open pages at most this often. */
const COUNT_MS = 3_000
/** Members are notified after a delay, so that going on air by mistake notifies nobody. */
const TELL_DELAY_SECONDS = 5

/** The session that is on air. */
export interface OpenSession {
  liveSessionId: number
  room: LiveRoom
  recorder: Recorder
  counter: Counter
}

/**
 * Puts the room on air and takes it off. The room is in the memory of one process: the one that holds
 * the room's lock. In every other process, all methods throw `provider_unavailable`. A process that
 * starts opens the session of the one before it again, if it was on air in the last 90 seconds.
 */
export class LiveSessions {
  readonly #context: Context
  readonly #findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  readonly #collector: ReturnType<typeof createCollector>
  readonly #timers: NodeJS.Timeout[]
  /** Runs opening and ending the room one after the other. */
  readonly #serially = createSerial()
  #open: OpenSession | undefined

  constructor(
    context: Context,
    input: { findViewer: (token: string | undefined) => Promise<Viewer | undefined> },
  ) {
    this.#context = context
    this.#findViewer = input.findViewer
    this.#collector = createCollector(context)
    const report = (error: unknown): void =>
      context.log.warn({ err: error }, 'the live room could not be checked against the database')
    const beat = (): unknown => this.#serially(() => this.#beat()).catch(report)
    const sweep = (): unknown => this.#serially(() => this.#sweep()).catch(report)
    this.#timers = [setInterval(beat, HEARTBEAT_MS).unref(), setInterval(sweep, SWEEP_MS).unref()]
    // Ends or collects what an earlier process left behind.
    sweep()
  }

  /** Undefined off air. */
  current(): Promise<OpenSession | undefined> {
    return this.#serially(() => this.#current())
  }

  /** When a session goes off air for want of a host; null while one is there, or if the room isn't here. */
  hostGoneUntil(liveSessionId: number): string | null {
    const open = this.#open
    return open?.liveSessionId === liveSessionId ? sharedView(open.room.state).hostGoneUntil : null
  }

  /** Does nothing if the room is on air. */
  start(admin: Admin): Promise<void> {
    return this.#serially(() => this.#start(admin))
  }

  /** Does nothing if the room is off air. */
  stop(admin?: Admin): Promise<void> {
    return this.#serially(async () => {
      await this.#requireLock()
      await this.#finish({ admin })
      await this.#close('end')
    })
  }

  /** Closes the room, and leaves the session open for the next process. */
  async close(): Promise<void> {
    this.#timers.forEach(clearInterval)
    await this.#serially(() => this.#close('drop'))
    await this.#collector.idle()
    await this.#context.roomLock.release()
  }

  async #current(): Promise<OpenSession | undefined> {
    await this.#requireLock()
    const { db, now } = this.#context
    const session = await findOpenSession(db)
    if (this.#open?.liveSessionId !== session?.liveSessionId) await this.#close('end')
    if (!session || this.#open) return this.#open
    if (!isOver(session, now())) return this.#reopen(session)
    await this.#finish({ seenBefore: graceBefore(now()) })
    return undefined
  }

  /** Opens the room first: only a room that is open goes on air, and members are told of it. */
  async #start(admin: Admin): Promise<void> {
    if (await this.#current()) return
    const { db, log, now } = this.#context
    const liveSessionId = await reserveSession(db, { startedBy: admin.id, now: now() })
    try {
      await this.#openRoom(liveSessionId, { kept: { rules: await readRules(db) } })
      await this.#begin(admin, liveSessionId)
    } catch (error) {
      await this.#close('end')
      await deleteSession(db, liveSessionId).catch((failure: unknown) =>
        log.warn({ err: failure }, 'a session that did not begin could not be deleted'),
      )
      throw forHost(error)
    }
    this.#announce()
  }

  #begin(admin: Admin, liveSessionId: number): Promise<void> {
    const { db, jobs, now } = this.#context
    return inTransaction(db, async (trx) => {
      await putOnAir(trx, { liveSessionId, now: now() })
      await recordAudit(trx, admin, { action: 'live-started', subjectId: liveSessionId })
      const job: JobData['tell-on-air'] = { liveSessionId, after: null }
      await jobs.send(trx, 'tell-on-air', job, { startAfter: TELL_DELAY_SECONDS })
    })
  }

  async #reopen(session: SessionRow): Promise<OpenSession> {
    const { db, log, now } = this.#context
    const { liveSessionId } = session
    await inTransaction(db, async (trx) => {
      await reopenSession(trx, liveSessionId)
      await finalizeRunning(trx, { liveSessionId, now: now(), isInterrupted: true })
    })
    log.info('the live room that an earlier process left on air is opened again')
    void this.#collector.collect()
    const kept = await readKept(this.#context, session)
    // Time without a process counts as time without a host.
    return this.#openRoom(liveSessionId, { kept, hostGoneSince: session.seenAt })
  }

  async #openRoom(
    liveSessionId: number,
    earlier?: Pick<RoomOptions, 'kept' | 'hostGoneSince'>,
  ): Promise<OpenSession> {
    const context = this.#context
    const room = await LiveRoom.open(context, {
      liveSessionId,
      ...earlier,
      findViewer: this.#findViewer,
      onCount: () => counter.changed(),
      onHostless: () => this.#handleHostless(),
      onRecordingEnds: (input) => {
        recorder
          .stop(input)
          .catch((error: unknown) =>
            context.log.error({ err: error }, 'a recording of the live room could not be stopped'),
          )
      },
    })
    const counter = createCounter(context, { room, liveSessionId })
    const recorder = createRecorder(context, { room, liveSessionId, collector: this.#collector })
    this.#open = { liveSessionId, room, recorder, counter }
    return this.#open
  }

  #handleHostless(): void {
    const { log } = this.#context
    log.info('no host came back to the live room in time; it goes off air')
    this.stop().catch((error: unknown) =>
      log.error({ err: error }, 'the live room could not go off air'),
    )
  }

  /** Ends the open session; with `seenBefore`, only if it was last seen before that time. */
  async #finish(input: { admin?: Admin | undefined; seenBefore?: Date }): Promise<void> {
    const { admin, seenBefore } = input
    const now = this.#context.now()
    const isEnded = await inTransaction(this.#context.db, async (trx) => {
      const liveSessionId = await endSession(trx, { now, ...(seenBefore && { seenBefore }) })
      if (liveSessionId === undefined) return false
      await finalizeRunning(trx, { liveSessionId, now, isInterrupted: seenBefore !== undefined })
      await deleteKept(trx, liveSessionId)
      if (admin) {
        await recordAudit(trx, admin, { action: 'live-stopped', subjectId: liveSessionId })
      }
      return true
    })
    if (isEnded) this.#announce()
  }

  /**
   * Closes the room here: ends the session for everyone, or drops them so that they reconnect. Does
   * not throw, because the room is closed either way.
   */
  async #close(how: 'end' | 'drop'): Promise<void> {
    const closing = this.#open
    this.#open = undefined
    if (!closing) return
    const { room, recorder, counter } = closing
    counter.close()
    room[how]()
    try {
      await room.stored()
      await recorder.stop({ isInterrupted: how === 'drop' })
      await room.sound.close()
      if (how === 'drop') await counter.write({ participantCount: 0, isRecording: false })
    } catch (error) {
      this.#context.log.error({ err: error }, 'the live room could not be closed properly')
    }
  }

  async #requireLock(): Promise<void> {
    if (await this.#context.roomLock.take()) return
    // Another process has it, because the database has lost our connection.
    await this.#close('drop')
    const sentence = 'The live room is on another server right now. Please try again in a moment.'
    throw new AppError('provider_unavailable', sentence)
  }

  async #beat(): Promise<void> {
    if (!this.#open) return
    const isOurs = await this.#context.roomLock.take()
    if (!isOurs || !(await this.#open.counter.write())) await this.#close('drop')
  }

  /** Also keeps this process ready for the room if the one that has it ends. */
  async #sweep(): Promise<void> {
    if (!(await this.#context.roomLock.take())) return
    await this.#beat()
    await this.#finish({ seenBefore: graceBefore(this.#context.now()) })
    void this.#collector.collect()
  }

  #announce(): void {
    this.#context.changes.announce({ kind: 'topic', topic: 'live' })
  }
}

/** Tells a host why the room didn't open, as far as the engine knows it in words. */
function forHost(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'provider_unavailable') return error
  const { cause } = error
  const reason = cause instanceof EngineFailure ? cause.reason : undefined
  const sentence = [
    'The room didn’t open, even at the second try. Members weren’t told anything.',
    ...(reason ? [reason] : []),
    'Try again in a minute. If it happens again, show this to the person who runs the server.',
  ].join(' ')
  return new AppError('provider_unavailable', sentence, { cause: cause ?? error })
}

/** Whether the room has been without a process for as long as it may be without a host. */
export function isOver({ seenAt }: Pick<SessionRow, 'seenAt'>, now: Date): boolean {
  return seenAt < graceBefore(now)
}

function graceBefore(now: Date): Date {
  return new Date(now.getTime() - LIVE_LIMITS.hostGrace * 1000)
}

interface Numbers {
  participantCount: number
  isRecording: boolean
}

/** Keeps the session's numbers up to date in the database and on open pages. */
interface Counter {
  changed(): void
  /** Also the session's sign of life. False if it has ended. */
  write(numbers?: Numbers): Promise<boolean>
  close(): void
}

function createCounter(
  context: Context,
  { room, liveSessionId }: { room: LiveRoom; liveSessionId: number },
): Counter {
  const count = (): Numbers => ({
    participantCount: room.state.people.size,
    isRecording: room.state.recording.state !== 'idle',
  })
  let timer: NodeJS.Timeout | undefined
  let announced = count()
  const write = (numbers = count()): Promise<boolean> =>
    touchSession(context.db, { liveSessionId, now: context.now(), ...numbers })
  const announce = async (): Promise<void> => {
    timer = undefined
    const { participantCount, isRecording } = announced
    announced = count()
    const isSame =
      participantCount === announced.participantCount && isRecording === announced.isRecording
    if (isSame) return
    if (await write()) context.changes.announce({ kind: 'topic', topic: 'live' })
  }
  return {
    changed: () => {
      // The start or end of a recording must be announced at once.
      const isUrgent = count().isRecording !== announced.isRecording
      if (isUrgent) clearTimeout(timer)
      else if (timer) return
      const run = (): unknown =>
        announce().catch((error: unknown) =>
          context.log.warn({ err: error }, 'the numbers of the live room could not be stored'),
        )
      timer = setTimeout(run, isUrgent ? 0 : COUNT_MS).unref()
    },
    write,
    close: () => clearTimeout(timer),
  }
}
