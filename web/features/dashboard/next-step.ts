import type { Story } from '#contract/stories.ts'

/** The steps of a day, in the order in which the dashboard offers them. */
export const DAY_STEPS = ['mood', 'word', 'action', 'encourage'] as const

export type DayStep = (typeof DAY_STEPS)[number]

/** The first step of the day that isn't done; undefined once all are. */
export function nextStep(isDone: Readonly<Record<DayStep, boolean>>): DayStep | undefined {
  return DAY_STEPS.find((step) => !isDone[step])
}

type Candidate = Pick<Story, 'mine' | 'isMuted' | 'replyCount'> & {
  reactions: Pick<Story['reactions'], 'mine'>
}

/**
 * Whom to encourage: of the newest stories, the one that has waited longest for a first reply, or the
 * newest that the member hasn't reacted to.
 */
export function storyToEncourage<S extends Candidate>(newest: readonly S[]): S | undefined {
  const others = newest.filter(
    ({ mine, isMuted, reactions }) => !mine && !isMuted && reactions.mine.length === 0,
  )
  return others.findLast(({ replyCount }) => replyCount === 0) ?? others[0]
}
