import { expect, test } from 'vitest'
import type { ReactionKind } from '#contract/stories.ts'
import { nextStep, storyToEncourage } from './next-step.ts'

const NOTHING = { mood: false, word: false, action: false, encourage: false }

test('the steps follow each other: mood, word, action, somebody to encourage, the end', () => {
  expect(nextStep(NOTHING)).toBe('mood')
  expect(nextStep({ ...NOTHING, mood: true })).toBe('word')
  expect(nextStep({ ...NOTHING, mood: true, word: true })).toBe('action')
  expect(nextStep({ mood: true, word: true, action: true, encourage: false })).toBe('encourage')
  expect(nextStep({ mood: true, word: true, action: true, encourage: true })).toBeUndefined()
})

test('a step that was done out of order isn’t offered again', () => {
  expect(nextStep({ ...NOTHING, action: true })).toBe('mood')
  expect(nextStep({ ...NOTHING, mood: true, word: true, encourage: true })).toBe('action')
  expect(nextStep({ ...NOTHING, mood: true, action: true, encourage: true })).toBe('word')
})

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
