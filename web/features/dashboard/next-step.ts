/** The steps of a day, in the order in which the dashboard offers them. */
export const DAY_STEPS = ['mood', 'word', 'action', 'encourage'] as const

export type DayStep = (typeof DAY_STEPS)[number]

/** The first step of the day that isn't done; undefined once all are. */
export function nextStep(isDone: Readonly<Record<DayStep, boolean>>): DayStep | undefined {
  return DAY_STEPS.find((step) => !isDone[step])
}
