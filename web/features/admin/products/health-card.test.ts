import { expect, test } from 'vitest'
import { comparisonText } from '#web/features/admin/products/health-card.tsx'

const found = (lastComparedAt: string | null, ...mended: boolean[]) => ({
  lastComparedAt,
  mismatches: mended.map((isMended, id) => ({
    id,
    isMended,
    foundAt: '2026-03-03T12:00:00.000Z',
    sentence: 'Something differed.',
  })),
})
const BEFORE = '2026-03-03T12:00:00.000Z'
const AFTER = '2026-03-04T12:00:00.000Z'

test('a comparison reports only the differences it has found itself', () => {
  expect(comparisonText(found(BEFORE, true), found(AFTER, true))).toBe('Everything matches.')
  expect(comparisonText(found(null), found(AFTER, true))).toBe('1 difference found and fixed.')
  expect(comparisonText(found(BEFORE, true), found(AFTER, true, true, true))).toBe(
    '2 differences found and fixed.',
  )
  expect(comparisonText(found(BEFORE), found(AFTER, true, false))).toBe(
    '2 differences found, 1 of which needs your attention.',
  )
})

test('a comparison that is still running says so', () => {
  expect(comparisonText(found(BEFORE), found(BEFORE))).toMatch(/continues in the background/)
})
