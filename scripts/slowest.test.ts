import { expect, test } from 'vitest'
import { slowest, timedSpecs } from './slowest.ts'

test('the 20 slowest tests are shown, slowest first', () => {
  const tests = Array.from({ length: 25 }, (_, index) => ({ name: `t${index}`, ms: index * 1_000 }))
  const lines = slowest(tests).split('\n')
  expect(lines).toHaveLength(20)
  expect(lines[0]).toBe('  24.0 s  t24')
  expect(lines.at(-1)).toBe('   5.0 s  t5')
})

test('a browser test is named by its file and its group', () => {
  const spec = (title: string, duration: number) => ({
    title,
    tests: [{ results: [{ duration }] }],
  })
  const group = { title: 'push', specs: [spec('arrives', 1_500)] }
  const file = { title: 'push.spec.ts', specs: [spec('is off', 200)], suites: [group] }
  expect(timedSpecs([file])).toEqual([
    { name: 'push.spec.ts › is off', ms: 200 },
    { name: 'push.spec.ts › push › arrives', ms: 1_500 },
  ])
})
