import { setTimeout as wait } from 'node:timers/promises'
import type { MediaGrant } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Person } from '#server/domain/live-room/room.ts'
import type { LiveEvent, LiveTransport } from '#server/ports/live/port.ts'

/** How often reopening the sound is retried after the engine gave up. */
const REOPEN_MS = 5_000

/** Opens a room's sound, and tries once more if the engine fails. Throws the second failure. */
export async function openSound({ live, log }: Context, room: string): Promise<void> {
  try {
    await live.open(room)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    log.warn({ err: cause ?? error }, 'the live room’s sound did not start; trying once more')
    await live.open(room)
  }
}

interface SoundListener {
  onEvent(event: LiveEvent): void
  /** There is no free slot for the microphone, or the engine could not open it. */
  onMicrophoneFailed(id: string): void
}

/** The sound of one room. Calls about the same person run in the order in which they were made. */
export class Sound {
  readonly #context: Context
  /** The engine's id of the room. */
  readonly #room: string
  readonly #listener: SoundListener
  readonly #stopListening: () => void
  /** The last call about each person. */
  readonly #calls = new Map<string, Promise<unknown>>()
  #isClosed = false

  constructor(context: Context, { room, ...listener }: { room: string } & SoundListener) {
    this.#context = context
    this.#room = room
    this.#listener = listener
    this.#stopListening = context.live.subscribe((event) => {
      if (event.room === room) listener.onEvent(event)
    })
  }

  /** Whether browsers' offers go through this server. */
  get takesOffers(): boolean {
    return this.#context.live.connect !== undefined
  }

  admit(id: string, { canSpeak }: { canSpeak: boolean }): Promise<MediaGrant> {
    const participant = { room: this.#room, participantId: id, canSpeak }
    return this.#serially(id, () => this.#context.live.admit(participant))
  }

  async answer(id: string, offer: { sdp: string; transport: LiveTransport }): Promise<string> {
    const { connect } = this.#context.live
    if (!connect) throw new AppError('invalid_input', 'This room takes no offers.')
    const { sdp, transport } = offer
    const input = { room: this.#room, participantId: id, offer: sdp, transport }
    return (await this.#serially(id, () => connect(input))).answer
  }

  switchMicrophone(id: string, isOpen: boolean): void {
    const participant = { room: this.#room, participantId: id, isOpen }
    this.#serially(id, () => this.#context.live.setMicrophone(participant)).then(
      (outcome) => {
        if (isOpen && outcome !== 'open') this.#listener.onMicrophoneFailed(id)
      },
      (error: unknown) => {
        this.#report(error)
        if (isOpen) this.#listener.onMicrophoneFailed(id)
      },
    )
  }

  release(id: string): void {
    const participant = { room: this.#room, participantId: id }
    this.#serially(id, () => this.#context.live.remove(participant)).catch((error) =>
      this.#report(error),
    )
  }

  /**
   * Restores the sound after the engine gave up, with retries: the same people, and the microphones
   * that were open. False if it was closed meanwhile.
   */
  async reopen(people: () => { person: Person; canSpeak: boolean }[]): Promise<boolean> {
    while (!this.#isClosed) {
      try {
        await this.#context.live.open(this.#room)
        for (const { person, canSpeak } of people()) {
          await this.admit(person.id, { canSpeak })
          if (person.microphone === 'live') this.switchMicrophone(person.id, true)
        }
        return !this.#isClosed
      } catch (error) {
        this.#context.log.warn({ err: error }, 'the live engine is still unavailable')
        await wait(REOPEN_MS, undefined, { ref: false })
      }
    }
    return false
  }

  /** Ends the room's sound and its recording. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    await this.#context.live.close(this.#room)
  }

  #serially<T>(id: string, call: () => Promise<T>): Promise<T> {
    const result = (this.#calls.get(id) ?? Promise.resolve()).then(call)
    const settled = result.catch(() => undefined)
    this.#calls.set(id, settled)
    void settled.then(() => {
      if (this.#calls.get(id) === settled) this.#calls.delete(id)
    })
    return result
  }

  #report(error: unknown): void {
    // A person who has left meanwhile is not known to the engine.
    if (error instanceof AppError && error.code === 'not_found') return
    this.#context.log.warn({ err: error }, 'the live engine could not carry out a command')
  }
}
