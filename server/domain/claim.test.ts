import { expect, test } from 'vitest'
import { claimEnd, isClaimed } from '#server/domain/claim.ts'

const now = new Date('2026-06-10T12:00:00Z')
const later = new Date('2026-06-10T12:06:00Z')

test.for([
  ['never claimed', { claimedBy: null, claimedUntil: null }, false],
  ['claimed', { claimedBy: 'a', claimedUntil: later }, true],
  ['which ends now', { claimedBy: 'a', claimedUntil: now }, false],
  ['whose claimant’s account was deleted', { claimedBy: null, claimedUntil: later }, false],
] as const)('a claim: %s', ([, facts, expected]) => {
  expect(isClaimed(facts, now)).toBe(expected)
})

test('a claim lasts half an hour', () => {
  expect(claimEnd(now)).toEqual(new Date('2026-06-10T12:30:00Z'))
})
