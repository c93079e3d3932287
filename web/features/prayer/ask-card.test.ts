import { expect, test } from 'vitest'
import { isEarlier } from './ask-card.tsx'

const NOW = new Date('2026-03-10T12:00:00Z')
const LONG_AGO = '2026-03-03T11:59:00Z'
const LATELY = '2026-03-03T12:01:00Z'
const NOT_YET = '2026-04-01T12:00:00Z'

test.for([
  ['approved', NOT_YET, null, null, false],
  ['pending', null, null, null, false],
  ['rejected', LONG_AGO, null, null, false],
  ['ended', LATELY, null, null, false],
  ['ended', LONG_AGO, null, null, true],
  ['answered', NOT_YET, LATELY, null, false],
  ['answered', NOT_YET, LONG_AGO, null, true],
  ['answered', NOT_YET, LONG_AGO, 'approved', true],
  ['answered', NOT_YET, LONG_AGO, 'pending', false],
  ['answered', NOT_YET, LONG_AGO, 'rejected', false],
] as const)('%s, until %s, answered %s, line %s: earlier %s', (given) => {
  const [status, endsAt, answeredAt, answerState, expected] = given
  expect(isEarlier({ status, endsAt, answeredAt, answerState }, NOW)).toBe(expected)
})
