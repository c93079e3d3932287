import type { Story } from '#contract/stories.ts'

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
