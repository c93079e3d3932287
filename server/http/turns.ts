import { LRUCache } from 'lru-cache'
import { networkOf } from '#server/domain/network.ts'

export interface TurnLimits {
  /** How many of one network are served at once. */
  active: number
  /** How many more of them may wait. */
  queued: number
}

export interface Turns {
  /**
   * Calls `begin` when it is this caller's turn, with a function that ends the turn.
   *
   * @param address the caller's IP address
   * @returns false if too many of the caller's network wait already
   */
  take(address: string, begin: (end: () => void) => void): boolean
}

interface Network {
  active: number
  /** In the order in which they came. */
  queue: (() => void)[]
}

/** Serves a few of each network at once, so everyone else waits for a few of its requests at most. */
export function createTurns({ active, queued }: TurnLimits): Turns {
  const networks = new Map<string, Network>()
  // Parsing an address takes as long as answering from memory.
  const names = new LRUCache<string, string>({ max: 10_000, memoMethod: networkOf })
  return {
    take(address, begin) {
      const name = names.memo(address)
      const network = networks.get(name) ?? { active: 0, queue: [] }
      const beginTurn = (): void =>
        begin(
          once(() => {
            const next = network.queue.shift()
            // Other networks come first.
            if (next) setImmediate(next)
            else network.active -= 1
            if (network.active === 0) networks.delete(name)
          }),
        )
      if (network.active < active) {
        networks.set(name, network)
        network.active += 1
        beginTurn()
      } else if (network.queue.length < queued) {
        network.queue.push(beginTurn)
      } else {
        return false
      }
      return true
    },
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
