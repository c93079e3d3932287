import { useSyncExternalStore } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { aText, aWholeNumber, fieldsOf, orNull } from '#web/lib/shape.ts'
import { useToday } from '#web/lib/use-today.ts'

/** The limits to choose from: how many hard texts to open in a day. Null for no limit. */
export const CARE_LIMITS = [null, 3, 5, 10, 20] as const

interface Kept {
  /** The day on which `opened` was counted. */
  day: string
  opened: number
  limit: number | null
}

const KEPT = fieldsOf<Kept>({ day: aText, opened: aWholeNumber, limit: orNull(aWholeNumber) })
const listeners = createListeners()
const cache = new Map<string, Kept | undefined>()

interface CareLimit {
  limit: number | null
  /** How many were opened today. */
  opened: number
  isReached: boolean
  setLimit: (limit: number | null) => void
  noteOpened: () => void
}

/** The administrator's own limit, which is stored only on this device. */
export function useCareLimit(): CareLimit {
  const { id, timeZone } = useMember()
  const today = useToday(timeZone)
  const kept = useSyncExternalStore(
    listeners.subscribe,
    () => read(id),
    () => undefined,
  )
  const limit = kept?.limit ?? null
  const opened = kept?.day === today ? kept.opened : 0
  return {
    limit,
    opened,
    isReached: limit !== null && opened >= limit,
    setLimit: (next) => write(id, { day: today, opened, limit: next }),
    noteOpened: () => write(id, { day: today, opened: opened + 1, limit }),
  }
}

/** The id is no `:`-separated part of the key, so signing out doesn't count this as a draft. */
function keyOf(memberId: string): string {
  return `care-limit-${memberId}`
}

/** Returns the same object until it changes, as `useSyncExternalStore` requires. */
function read(memberId: string): Kept | undefined {
  if (!cache.has(memberId)) cache.set(memberId, readDraft(keyOf(memberId), KEPT))
  return cache.get(memberId)
}

function write(memberId: string, kept: Kept): void {
  cache.set(memberId, kept)
  writeDraft(keyOf(memberId), kept)
  listeners.notify()
}
