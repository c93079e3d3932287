import { expect, test } from 'vitest'
import { interleave } from './interleave.ts'

test('one of each list in turn, the longest at the end', () => {
  expect(interleave([['a', 'b', 'c'], ['1'], ['x', 'y']])).toEqual(['a', '1', 'x', 'b', 'y', 'c'])
  expect(interleave([])).toEqual([])
})
