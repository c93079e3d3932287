import { expect, test } from 'vitest'
import type { ReactionKind } from '#contract/stories.ts'
import { storyToEncourage } from './story-to-encourage.ts'

const OTHERS = { mine: false, isMuted: false, replyCount: 1, reactions: { mine: [] } }

test('the story that has waited longest for a first reply is encouraged, otherwise the newest', () => {
  const [newest, quiet, quietest] = [
    { ...OTHERS, id: 3 },
    { ...OTHERS, id: 2, replyCount: 0 },
    { ...OTHERS, id: 1, replyCount: 0 },
  ]
  expect(storyToEncourage([newest, quiet, quietest])?.id).toBe(1)
  expect(storyToEncourage([newest, quiet])?.id).toBe(2)
  expect(storyToEncourage([newest])?.id).toBe(3)
})

test('nobody is encouraged twice, and neither oneself nor somebody muted', () => {
  const mine: ReactionKind[] = ['heart']
  expect(storyToEncourage([{ ...OTHERS, mine: true }])).toBeUndefined()
  expect(storyToEncourage([{ ...OTHERS, isMuted: true }])).toBeUndefined()
  expect(storyToEncourage([{ ...OTHERS, reactions: { mine } }])).toBeUndefined()
  expect(storyToEncourage([])).toBeUndefined()
})
