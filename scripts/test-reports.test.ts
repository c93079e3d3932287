import { expect, test } from 'vitest'
import { failedSpecs, slowest, timedSpecs } from './test-reports.ts'

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
    ok: true,
    tests: [{ results: [{ duration, errors: [] }] }],
  })
  const group = { title: 'push', specs: [spec('arrives', 1_500)] }
  const file = { title: 'push.spec.ts', specs: [spec('is off', 200)], suites: [group] }
  expect(timedSpecs([file])).toEqual([
    { name: 'push.spec.ts › is off', ms: 200 },
    { name: 'push.spec.ts › push › arrives', ms: 1_500 },
  ])
})

test('a failed browser test is reported with its messages', () => {
  const spec = (title: string, messages: string[]) => ({
    title,
    ok: messages.length === 0,
    tests: [{ results: [{ duration: 1, errors: messages.map((message) => ({ message })) }] }],
  })
  const group = { title: 'push', specs: [spec('arrives', ['too late', 'too long'])] }
  const file = {
    title: 'push.spec.ts',
    specs: [spec('is off', []), spec('is on', ['not seen'])],
    suites: [group],
  }
  expect(failedSpecs([file])).toEqual([
    'push.spec.ts › is on\nnot seen',
    'push.spec.ts › push › arrives\ntoo late\ntoo long',
  ])
})
