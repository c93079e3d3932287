import type { MediaGrant } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Person } from '#server/domain/live-room/room.ts'
import type { LiveTransport } from '#server/ports/live/port.ts'

/** Receives the engine's events about one room. */
export interface SoundListener {
  onMedia(id: string, state: 'connected' | 'reconnecting'): void
  onLevels(levels: Record<string, number>): void
  /** There is no free slot for the microphone, or the engine could not open it. */
  onMicrophoneFailed(id: string): void
  /** Everyone has to reconnect. */
  onRestarted(): void
  /** The engine has given up this room; `open` may bring it back. */
  onFailed(): void
}

/** The sound of one room. Calls about the same person run in the order in which they were made. */
export interface Sound {
  open(): Promise<void>
  admit(id: string, options: { canSpeak: boolean }): Promise<MediaGrant>
  /** Whether browsers' offers go through this server. */
  readonly takesOffers: boolean
  answer(id: string, offer: { sdp: string; transport: LiveTransport }): Promise<string>
  switchMicrophone(id: string, isOpen: boolean): void
  release(id: string): void
  /** Ends the room's sound and its recording. */
  close(): Promise<void>
}

export function createSound(
  context: Context,
  { room, listener }: { room: string; listener: SoundListener },
): Sound {
  const { live: engine, log } = context
  const queues = new Map<string, Promise<unknown>>()

  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(id) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => undefined)
    queues.set(id, settled)
    void settled.then(() => {
      if (queues.get(id) === settled) queues.delete(id)
    })
    return turn
  }
  const report = (error: unknown): void => {
    // A person who has left meanwhile has no seat.
    if (error instanceof AppError && error.code === 'not_found') return
    log.warn({ err: error }, 'the live engine could not carry out a command')
  }

  const stopListening = engine.subscribe((event) => {
    if (event.room !== room) return
    switch (event.type) {
      case 'levels':
        return listener.onLevels(event.levels)
      case 'connected':
        return listener.onMedia(event.participantId, 'connected')
      case 'gone':
        return listener.onMedia(event.participantId, 'reconnecting')
      case 'restarted':
        return listener.onRestarted()
      case 'failed':
        return listener.onFailed()
      case 'crashed':
        log.warn('the live engine crashed and is being restarted')
    }
  })

  return {
    open: () => engine.open(room),
    admit: (id, { canSpeak }) =>
      inTurn(id, () => engine.admit({ room, participantId: id, canSpeak })),
    takesOffers: engine.connect !== undefined,
    answer: async (id, { sdp, transport }) => {
      const { connect } = engine
      if (!connect) throw new AppError('invalid_input', 'This room takes no offers.')
      const seat = { room, participantId: id, offer: sdp, transport }
      return (await inTurn(id, () => connect(seat))).answer
    },
    switchMicrophone: (id, isOpen) => {
      inTurn(id, () => engine.setMicrophone({ room, participantId: id, isOpen })).then(
        (outcome) => {
          if (isOpen && outcome !== 'open') listener.onMicrophoneFailed(id)
        },
        (error: unknown) => {
          report(error)
          if (isOpen) listener.onMicrophoneFailed(id)
        },
      )
    },
    release: (id) => {
      inTurn(id, () => engine.remove({ room, participantId: id })).catch(report)
    },
    close: async () => {
      stopListening()
      await engine.close(room)
    },
  }
}

/**
 * Restores the room's sound after the engine gave up: the same seats, and the microphones that were
 * open. Throws if the engine cannot.
 */
export async function reopenSound(
  sound: Sound,
  people: Iterable<{ person: Person; canSpeak: boolean }>,
): Promise<void> {
  await sound.open()
  for (const { person, canSpeak } of people) {
    await sound.admit(person.id, { canSpeak })
    if (person.microphone === 'live') sound.switchMicrophone(person.id, true)
  }
}
