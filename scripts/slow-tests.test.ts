import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SLOW_TESTS, slowTestsFor } from './slow-tests.ts'

const SLOW = globSync('{bench,contract,e2e,fuzz,scripts,server,web}/**/*.slow.test.ts').sort()

test('every slow test is named with what it covers, which exists', () => {
  expect(SLOW.length).toBeGreaterThan(10)
  expect(Object.keys(SLOW_TESTS).sort()).toEqual(SLOW)
  const missing = Object.values(SLOW_TESTS)
    .flat()
    .filter((path) => !existsSync(path))
  expect(missing).toEqual([])
})

test.each([
  ['an unknown change', undefined, SLOW],
  ['a migration', ['server/db/migrations/0001-start.sql'], SLOW],
  ['a sentence', ['docs/architecture.md', 'README.md'], []],
  ['a style', ['web/app/styles.css'], []],
  [
    'a payment provider',
    ['server/ports/payments/stripe.ts'],
    ['e2e/payments-crash.slow.test.ts', ...SLOW.filter((file) => file.startsWith('fuzz/'))],
  ],
  ['a slow test', ['e2e/crash.slow.test.ts'], SLOW.filter((file) => file.startsWith('e2e/'))],
])('the slow tests of %s', (_, changed, expected) => {
  expect(slowTestsFor(changed)).toEqual(expected)
})
