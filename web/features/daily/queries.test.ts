import { expect, test } from 'vitest'
import type { DailyPage } from '#contract/daily.ts'
import { mayStillChange } from './queries.ts'

const PAGE: DailyPage = {
  date: '2026-03-05',
  today: '2026-03-05',
  message: { content: '<p>Peace.</p>' },
  reflection: { content: '<p>What gives you peace?</p>' },
  word: { word: 'Margin', meaning: 'What is left.', example: 'Keep a margin.' },
  verse: { text: 'Be still.', reference: 'Psalm 46:10' },
  previousDate: null,
  nextDate: null,
}

test('a complete day is not refetched', () => {
  expect(mayStillChange(PAGE, '2026-03-05')).toBe(false)
})

test.each([
  ['without a message', { ...PAGE, message: null }, '2026-03-05'],
  ['without a reflection', { ...PAGE, reflection: null }, '2026-03-05'],
  ['from a server that has not reached the new day yet', PAGE, '2026-03-06'],
])('a day %s is refetched', (_, page, today) => {
  expect(mayStillChange(page, today)).toBe(true)
})
