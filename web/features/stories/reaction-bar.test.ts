import { expect, test } from 'vitest'
import type { ReactionTotals } from '#contract/stories.ts'
import { toggledReaction } from './reaction-bar.tsx'

const totals: ReactionTotals = {
  total: 5,
  counts: { heart: 3, praying_hands: 2, raised_hands: 0 },
  mine: ['heart'],
}

test('giving a reaction adds to its count and to the total', () => {
  expect(toggledReaction(totals, 'raised_hands')).toEqual({
    total: 6,
    counts: { heart: 3, praying_hands: 2, raised_hands: 1 },
    mine: ['heart', 'raised_hands'],
  })
})

test('toggling a given reaction takes it back', () => {
  expect(toggledReaction(totals, 'heart')).toEqual({
    total: 4,
    counts: { heart: 2, praying_hands: 2, raised_hands: 0 },
    mine: [],
  })
})

test('toggling a reaction twice changes nothing', () => {
  expect(toggledReaction(toggledReaction(totals, 'praying_hands'), 'praying_hands')).toEqual(totals)
})
