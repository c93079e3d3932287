import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from './send-file.ts'

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['Bytes=5-5', { start: 5, end: 5 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=a-b', 'whole'],
  ['pages=1-2', 'whole'],
  ['', 'whole'],
  [undefined, 'whole'],
])('for a file of 1000 bytes, %j means %j', (header, expected) => {
  expect(parseRange(header, 1000)).toEqual(expected)
})

test('no range of an empty file is satisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable')
})

test('a range is always within the file', () => {
  const number = fc.integer({ min: 0, max: 3_000 })
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 2_000 }), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size)
      if (typeof range === 'string') return
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
