import { createHash } from 'node:crypto'
import { demoMembers } from './members.ts'
import type { ApprovedStory } from './stories.ts'

/** Indexes into `demoMembers` of the members who reacted, by kind. */
export type DemoReactions = Record<'heart' | 'praying_hands' | 'raised_hands', number[]>

const heavyTags: ApprovedStory['tags'] = ['grief', 'anxiety', 'doubt']

/**
 * The members who reacted to a story, the same in every run. Stories with many replies get more
 * reactions and today's stories fewer. Nobody raises hands at a loss or reacts to their own story.
 */
export function demoReactions(story: ApprovedStory): DemoReactions {
  const isHeavy = story.tags.some((tag) => heavyTags.includes(tag))
  const talk = Math.min(story.replies.length, 7)
  const warmth = (0.15 + 0.05 * talk + 0.1 * chance(story.title)) * Math.min(1, story.daysAgo / 2)
  return {
    heart: reactors(story, 'heart', warmth),
    praying_hands: reactors(story, 'praying_hands', isHeavy ? warmth : warmth / 2),
    raised_hands: reactors(story, 'raised_hands', isHeavy ? 0 : warmth / 2),
  }
}

function reactors(story: ApprovedStory, kind: string, likelihood: number): number[] {
  return demoMembers().flatMap((member, index) => {
    const isWilling = chance(`${story.title}/${kind}/${member.username}`) < likelihood
    return isWilling && index !== story.author ? [index] : []
  })
}

/** A pseudorandom number from 0 to 1 (exclusive) that depends only on the text. */
function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}
