import { expect, test } from 'vitest'
import { interleave } from './interleave.ts'

test('takes one item from each list in turn, with the rest of the longest list last', () => {
  expect(interleave([['a', 'b', 'c'], ['1'], ['x', 'y']])).toEqual(['a', '1', 'x', 'b', 'y', 'c'])
  expect(interleave([])).toEqual([])
})
