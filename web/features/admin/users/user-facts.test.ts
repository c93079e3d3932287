import { expect, test } from 'vitest'
import { weekWords } from '#web/features/admin/users/user-facts.tsx'

test('a week is named by its Monday in UTC', () => {
  expect(weekWords('2026-03-02')).toBe('Week of Mar\u00a02,\u00a02026')
  expect(weekWords(null)).toBe('Never signed in')
})
