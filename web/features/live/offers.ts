import type { ClientMessage } from '#contract/live-room.ts'
import type { Transport } from './reconnection.ts'

/** An offer without an answer for this long means that the socket is dead. */
const SILENCE_MS = 6_000

interface Waiting {
  resolve(sdp: string): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}

/** Pending offers. The server answers them in the order in which they were sent. */
export interface Offers {
  /**
   * Sends an offer and resolves with the answer. Rejects when it is refused, lost with the socket,
   * or not answered.
   */
  make(input: { sdp: string; transport: Transport }): Promise<string>
  answer(sdp: string): void
  /**
   * Rejects the oldest pending offer. Returns false if there is none, so the refusal was for
   * something else.
   */
  refuse(): boolean
  /** Rejects all pending offers, because the socket was lost. */
  lose(): void
}

export function createOffers(input: {
  send(message: ClientMessage): boolean
  onSilence(): void
}): Offers {
  let waiting: Waiting[] = []
  const next = (): Waiting | undefined => {
    const first = waiting.shift()
    clearTimeout(first?.timer)
    return first
  }
  const lose = (): void => {
    const lost = waiting
    waiting = []
    for (const { reject, timer } of lost) {
      clearTimeout(timer)
      reject(new Error('The connection to the room was lost.'))
    }
  }
  return {
    make: ({ sdp, transport }) =>
      new Promise((resolve, reject) => {
        if (!input.send({ type: 'offer', sdp, transport })) {
          return reject(new Error('There is no connection to the room.'))
        }
        const timer = setTimeout(() => {
          lose()
          input.onSilence()
        }, SILENCE_MS)
        waiting.push({ resolve, reject, timer })
      }),
    answer: (sdp) => next()?.resolve(sdp),
    refuse: () => {
      const first = next()
      first?.reject(new Error('The offer was refused.'))
      return first !== undefined
    },
    lose,
  }
}
