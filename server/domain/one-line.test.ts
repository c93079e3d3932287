import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['Folx\r\nBcc: a@example.org', 'Folx Bcc: a@example.org'],
  [' a\t\u2028b\u0000\u001b\u0085c ', 'a b c'],
  ['👩‍👧 道', '👩‍👧 道'],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
