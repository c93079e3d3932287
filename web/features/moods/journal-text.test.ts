import { expect, test } from 'vitest'
import { journalFileName, journalText } from './journal-text.ts'

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
