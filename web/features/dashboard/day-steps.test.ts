import { expect, test } from 'vitest'
import { nextStep } from '#web/features/dashboard/day-steps.ts'

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
