import { expect, test } from 'vitest'
import { linkAddress } from '#web/ui/rich-text-forms.tsx'

test.each([
  ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
  [' example.org ', 'https://example.org/'],
  ['example.org:8080/path', 'https://example.org:8080/path'],
  ['http://example.org', 'http://example.org/'],
  ['help@example.org', 'mailto:help@example.org'],
  ['mailto:help@example.org', 'mailto:help@example.org'],
])('%j links to %s', (typed, expected) => {
  expect(linkAddress(typed)).toBe(expected)
})

test.each([
  '',
  '  ',
  'no address',
  'word',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'ftp://example.org',
  'mailto:nobody',
  'https://',
])('%j is not an address', (typed) => {
  expect(linkAddress(typed)).toBeUndefined()
})
