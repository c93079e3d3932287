import { expect, test } from 'vitest'
import { processorTimeText, secondsIn } from './processor-time.ts'

test.each([
  ['dash', '0m0.000000s 0m0.010000s\n1m2.500000s 0m0.250000s\n', 62.75],
  ['bash', '0m0.001s 0m0.002s\n0m2.630s 0m1.010s\n', 3.64],
  ['nothing', '', 0],
])('reads the processor time that %s prints for its children', (_, text, expected) => {
  expect(secondsIn(text)).toBeCloseTo(expected)
})

test('the most expensive command is first, with its parts', () => {
  const text = processorTimeText([
    { name: 'lint', seconds: 9.6, parts: {} },
    { name: 'unit and database tests', seconds: 360, parts: { unit: 80, database: 240.4 } },
  ])
  expect(text.split('\n')).toEqual([
    'Processor time: 370 s',
    '   360 s  unit and database tests (database 240, unit 80, Vitest and PostgreSQL 40)',
    '    10 s  lint',
  ])
})
