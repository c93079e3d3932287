import { expect, test } from 'vitest'
import { hardnessOf } from '#web/lib/hard-words.ts'

test.each([
  'I feel I want to die sometimes.',
  'I have been thinking about suicide.',
  'A veces quiero morir.',
])('recognizes suicide or self-harm: %s', (text) => {
  expect(hardnessOf(text)).toBe('crisis')
})

test.each([
  'My husband beat me again last night.',
  'I was raped when I was nineteen.',
  'There was domestic violence in my family.',
  'He put a gun to my head.',
  'Me golpeaba cada noche.',
  'Fui violada.',
])('recognizes violence: %s', (text) => {
  expect(hardnessOf(text)).toBe('violence')
})

test.each([
  'We beat the deadline and the team grew.',
  'I was beaten by the odds, and began again.',
  'Grapes and grace, and a drape over the window.',
  'That joke killed me.',
  'I asked him to hit the target, and he hit it.',
  'Die to self and live.',
])('is not hard to read: %s', (text) => {
  expect(hardnessOf(text)).toBeUndefined()
})
