import { expect, test } from 'vitest'
import { isWholeSentence } from './whole-sentence.ts'

test.each([
  'Be still, and know that I am God.',
  'Who despises the day of small things?',
  '“Arise and eat, because the journey is too great for you.”',
  'Jesus said, “Come away, and rest a while.”',
])('%s is whole', (text) => {
  expect(isWholeSentence(text)).toBe(true)
})

test.each([
  'casting all your worries on him, because he cares for you.',
  'Lord, teach us to pray',
  '“Come to me, all you who labor.',
  'he cares for you',
])('%s is not', (text) => {
  expect(isWholeSentence(text)).toBe(false)
})
