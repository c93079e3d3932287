import { expect, test } from 'vitest'
import type { MoodEntry } from '#contract/moods.ts'
import {
  journalFileName,
  journalMatches,
  journalText,
  storyFromEntries,
} from '#web/features/moods/journal-text.ts'

const ENTRIES = [
  entry('2026-03-05', 'joyful', 'Rain on the window, and a walk with José.'),
  entry('2026-03-04', 'angry', 'The bus left early.'),
  entry('2026-03-03', 'sad', null),
]

const TODAY = '2026-11-23'

test('the journal text starts with the oldest day and has moods in words and unchanged notes', () => {
  const text = journalText(
    [
      { date: '2026-03-03', mood: 'angry', notes: null },
      {
        date: '2026-03-01',
        mood: 'grateful',
        notes: 'Rain on the roof.\n\nBread from a neighbour.',
      },
    ],
    'en-US',
  )
  expect(text).toBe(
    [
      'My journal',
      '',
      'Sunday, March 1, 2026',
      '---------------------',
      '🙏 Grateful',
      'Rain on the roof.',
      '',
      'Bread from a neighbour.',
      '',
      'Tuesday, March 3, 2026',
      '----------------------',
      '😠 Pissed',
      '',
    ].join('\n'),
  )
})

test('the file name contains only the day', () => {
  expect(journalFileName('2026-03-03')).toBe('folx-journal-2026-03-03.txt')
})

function entry(date: string, mood: MoodEntry['mood'], notes: string | null): MoodEntry {
  return {
    id: 1,
    date,
    mood,
    notes,
    version: '',
    createdAt: `${date}T12:00:00Z`,
    updatedAt: `${date}T12:00:00Z`,
  }
}

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

test('entries become a story, oldest first, with unchanged notes and without exact dates', () => {
  const { title, content } = storyFromEntries(
    [
      { date: '2026-03-17', mood: 'peaceful', notes: 'A letter came.' },
      { date: '2026-03-03', mood: 'grateful', notes: ' For the kettle,\nand for rain. ' },
      { date: '2025-12-24', mood: 'joyful', notes: 'Everyone at one table.' },
    ],
    TODAY,
  )
  expect(title).toBe('Days I was grateful for')
  expect(content).toBe(
    [
      'I keep a journal. These are days I was grateful for.',
      '',
      'One Wednesday in December 2025:',
      'Everyone at one table.',
      '',
      'One Tuesday in March:',
      'For the kettle,',
      'and for rain.',
      '',
      'Another Tuesday in March:',
      'A letter came.',
    ].join('\n'),
  )
})

test('a story from one entry speaks of one day', () => {
  const entry = { date: '2026-03-03', mood: 'grateful', notes: 'Rain.' } as const
  expect(storyFromEntries([entry], TODAY)).toEqual({
    title: 'A day I was grateful for',
    content: 'I keep a journal. This is a day I was grateful for.\n\nOne Tuesday in March:\nRain.',
  })
})

test('a story with a hard day does not speak of gratitude', () => {
  const good = { date: '2026-03-03', mood: 'grateful', notes: 'Rain.' } as const
  const hard = { date: '2026-03-04', mood: 'sad', notes: 'He is gone.' } as const
  expect(storyFromEntries([good, hard], TODAY)).toMatchObject({
    title: 'From my journal',
    content: expect.stringMatching(/^I keep a journal\. These are some of its days\.\n/),
  })
  expect(storyFromEntries([hard], TODAY).content).toMatch(
    /^I keep a journal\. This is one of its days\.\n/,
  )
})
