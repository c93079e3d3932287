import { expect, test } from 'vitest'
import { daysLikeThis } from './days-like-this.ts'

test('the days are a month, six months and one to ten years ago', () => {
  const days = daysLikeThis('2026-03-05')
  expect(days.slice(0, 4)).toEqual(['2026-02-05', '2025-09-05', '2025-03-05', '2024-03-05'])
  expect(days).toHaveLength(12)
  expect(days.at(-1)).toBe('2016-03-05')
})

test('a month that is too short uses its last day', () => {
  expect(daysLikeThis('2026-03-31').slice(0, 3)).toEqual(['2026-02-28', '2025-09-30', '2025-03-31'])
  expect(daysLikeThis('2024-02-29').slice(2, 4)).toEqual(['2023-02-28', '2022-02-28'])
  expect(daysLikeThis('2026-01-15')[0]).toBe('2025-12-15')
})
