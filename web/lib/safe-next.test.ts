import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeNext } from '#web/lib/safe-next.ts'

test.each(['/flow', '/flow?story=7', '/flow?q=a%20b#replies', '/admin/users?page=2'])(
  '%s is a page of this site',
  (path) => {
    expect(safeNext(path)).toBe(path)
  },
)

test.each([
  '',
  'flow',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '\n//evil.example',
  '/flow\u0000',
  ' /flow',
])('%j is refused', (value) => {
  expect(safeNext(value)).toBeUndefined()
})

test.each([undefined, null, 7, ['/flow'], {}])('%j, which is not a string, is refused', (value) => {
  expect(safeNext(value)).toBeUndefined()
})

test.each(['/auth', '/auth?next=/auth', '/register'])(
  '%s is refused because it would redirect in a loop',
  (value) => {
    expect(safeNext(value)).toBeUndefined()
  },
)

test('every accepted path stays on this site', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    'evil.example',
    '?',
    '#',
    '%2f',
    'a',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const next = safeNext(`/${parts.join('')}`)
      const origin = new URL(next ?? '/', 'https://folx.example').origin
      expect(origin).toBe('https://folx.example')
    }),
  )
})
