import { useSyncExternalStore } from 'react'
import { type Standing, subscribeUndo, undoStandings } from '#web/lib/undo.ts'

/** The decisions made on this page, by subject. */
export function useStandings(): ReadonlyMap<string, Standing> {
  return useSyncExternalStore(subscribeUndo, undoStandings)
}

export function useStanding(subject: string): Standing | undefined {
  return useStandings().get(subject)
}
