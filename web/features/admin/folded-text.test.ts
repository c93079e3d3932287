import { expect, test } from 'vitest'
import { isLongText } from '#web/features/admin/folded-text.tsx'

test('a text is long if it has many characters or many lines', () => {
  expect(isLongText('a'.repeat(700))).toBe(false)
  expect(isLongText('a'.repeat(701))).toBe(true)
  expect(isLongText(Array(10).fill('line').join('\n'))).toBe(false)
  expect(isLongText(Array(11).fill('line').join('\n'))).toBe(true)
})
