import { expect, test } from 'vitest'
import { steadyOrder } from '#web/lib/steady-order.ts'

test.for([
  [[], [3, 1, 2], [3, 1, 2]],
  [
    [3, 1, 2],
    [1, 2, 3],
    [3, 1, 2],
  ],
  [
    [3, 1, 2],
    [2, 4, 3],
    [3, 2, 4],
  ],
  [[3, 1], [], []],
] as const)('after %j, %j is shown as %j', ([shown, fresh, expected]) => {
  expect(steadyOrder(shown, fresh)).toEqual(expected)
})
