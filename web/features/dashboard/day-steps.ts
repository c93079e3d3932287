import { useCallback } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { aText } from '#web/lib/shape.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useToday } from '#web/lib/use-today.ts'

/** The steps of a day, in the order in which the dashboard offers them. */
const DAY_STEPS = ['mood', 'word', 'action', 'encourage'] as const

export type DayStep = (typeof DAY_STEPS)[number]

/** The first step of the day that isn't done; undefined once all are. */
export function nextStep(isDone: Readonly<Record<DayStep, boolean>>): DayStep | undefined {
  return DAY_STEPS.find((step) => !isDone[step])
}

/** The logical day on which a step was last done; nothing that a member wrote and could lose. */
function keyOf(step: DayStep, memberId: string): string {
  return `day-step:${step}:${memberId}:seen`
}

/**
 * Remembers on this device that a step of today is done or was skipped. The server doesn't record what
 * people read, so no other device knows.
 */
export function useCompleteStep(): (step: DayStep) => void {
  const { id, timeZone } = useMember()
  const today = useToday(timeZone)
  return useCallback((step) => writeDraft(keyOf(step, id), today), [id, today])
}

/** The steps that are done today, as far as this device knows, and a function that adds one. */
export function useDoneSteps(): [ReadonlySet<DayStep>, (step: DayStep) => void] {
  const { id, timeZone } = useMember()
  const today = useToday(timeZone)
  const complete = useCompleteStep()
  const [days, setDays] = useStoredState<Partial<Record<DayStep, string>>>(
    () => Object.fromEntries(DAY_STEPS.map((step) => [step, readDraft(keyOf(step, id), aText)])),
    {},
  )
  const handleDone = (step: DayStep): void => {
    complete(step)
    setDays((before) => ({ ...before, [step]: today }))
  }
  return [new Set(DAY_STEPS.filter((step) => days[step] === today)), handleDone]
}
