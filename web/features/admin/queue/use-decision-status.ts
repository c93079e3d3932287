import { useSyncExternalStore } from 'react'
import { type DecisionStatus, decisionStatuses, subscribeUndo } from '#web/lib/undo.ts'

/** The decisions made on this page, by subject. */
export function useDecisionStatuses(): ReadonlyMap<string, DecisionStatus> {
  return useSyncExternalStore(subscribeUndo, decisionStatuses, decisionStatuses)
}

export function useDecisionStatus(subject: string): DecisionStatus | undefined {
  return useDecisionStatuses().get(subject)
}
