import { createListeners } from '#web/lib/listeners.ts'
/**
 * How loud people are. Kept apart from the rest of the room because it changes five times a second.
 */
export interface Levels {
  subscribe(listener: () => void): () => void
  /** 0 to 1. */
  of(participantId: string): number
  set(levels: Readonly<Record<string, number>>): void
}

/** Levels without an update for this long are reset. */
const STALE_MS = 1_500

export function createLevels(): Levels {
  let current: Readonly<Record<string, number>> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = createListeners()
  const show = (levels: Readonly<Record<string, number>>): void => {
    current = levels
    listeners.notify()
  }
  return {
    subscribe: listeners.subscribe,
    of: (participantId) => current[participantId] ?? 0,
    set: (levels) => {
      clearTimeout(timer)
      if (Object.keys(levels).length > 0) timer = setTimeout(() => show({}), STALE_MS)
      show(levels)
    },
  }
}
