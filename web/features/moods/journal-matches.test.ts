import { expect, test } from 'vitest'
import type { MoodEntry } from '#contract/moods.ts'
import { journalMatches } from './journal-matches.ts'

function entry(date: string, mood: MoodEntry['mood'], notes: string | null): MoodEntry {
  return {
    id: 1,
    date,
    mood,
    notes,
    createdAt: `${date}T12:00:00Z`,
    updatedAt: `${date}T12:00:00Z`,
  }
}

const ENTRIES = [
  entry('2026-03-05', 'joyful', 'Rain on the window, and a walk with José.'),
  entry('2026-03-04', 'angry', 'The bus left early.'),
  entry('2026-03-03', 'sad', null),
]

test.each([
  ['rain', ['2026-03-05']],
  ['JOSE  walk', ['2026-03-05']],
  ['rain bus', []],
  ['pissed', ['2026-03-04']],
  ['sad', ['2026-03-03']],
  ['the', ['2026-03-05', '2026-03-04']],
  ['   ', []],
])('"%s" finds %j', (text, days) => {
  expect(journalMatches(ENTRIES, text).map(({ date }) => date)).toEqual(days)
})
