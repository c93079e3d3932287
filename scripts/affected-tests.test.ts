import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  BROWSER_TESTS,
  browserTestsFor,
  databaseTestsFor,
  pageTestsFor,
  SLOW_TESTS,
  slowTestsFor,
} from './affected-tests.ts'

const SLOW = globSync('{bench,contract,e2e,fuzz,scripts,server,web}/**/*.slow.test.ts').sort()
const SPECS = globSync('e2e/*.spec.ts').sort()

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

test.each([
  ['a page', ['web/features/guidance/request-list.tsx'], ['web/features/guidance/']],
  [
    'a part of the admin page',
    ['web/features/admin/trivia/form.tsx'],
    ['web/features/admin/trivia/'],
  ],
  ['the server', ['server/features/guidance/service.ts'], ['web/features/guidance/']],
  [
    'a page test',
    ['web/features/email/email-preferences.page.test.ts'],
    ['web/features/email/email-preferences.page.test.ts'],
  ],
  ['other tests', ['server/features/guidance/policy.test.ts'], []],
  ['what all pages share', ['web/ui/form.tsx'], ['web/']],
  ['a sentence', ['docs/architecture.md'], []],
])('the page tests of %s', (_, changed, expected) => {
  expect(pageTestsFor(changed)).toEqual(expected)
})

test('every browser test belongs to a feature, and every feature has browser tests', () => {
  const named = Object.values(BROWSER_TESTS).flat()
  expect(new Set(named.map((name) => `e2e/${name}.spec.ts`))).toEqual(new Set(SPECS))
  const folders = globSync(['web/features/*/', 'server/features/*/', 'web/features/admin/*/'])
  const features = folders.map((path) => path.replace(/^\w+\/features\//, '').replace(/\/$/, ''))
  expect(new Set(Object.keys(BROWSER_TESTS))).toEqual(new Set([...features, 'shell']))
})

test.each([
  ['a page', ['web/features/prayer/prayer-list.tsx'], ['e2e/prayer.spec.ts']],
  [
    'a part of the admin page',
    ['web/features/admin/trivia/form.tsx'],
    ['e2e/trivia-admin.spec.ts'],
  ],
  ['a nested part', ['web/features/stories/recorder/voice/voice.ts'], 'e2e/recorder.spec.ts'],
  ['the server', ['server/features/prayer/service.ts'], ['e2e/prayer.spec.ts']],
  ['other tests', ['server/features/prayer/policy.test.ts', 'server/http/web.db.test.ts'], []],
  ['a browser test', ['e2e/flow.spec.ts'], ['e2e/flow.spec.ts']],
  ['the contract', ['contract/prayer.ts'], SPECS],
  ['a sentence', ['docs/architecture.md'], []],
])('the browser tests of %s', (_, changed, expected) => {
  const chosen = browserTestsFor(changed)
  if (typeof expected === 'string') expect(chosen).toContain(expected)
  else expect(chosen).toEqual(expected)
})

test.each([
  ['a service', ['server/features/shop/products/service.ts'], ['server/features/shop/']],
  ['an adapter', ['server/ports/files/disk.ts'], ['server/ports/files/']],
  ['the server', ['server/http/route.ts', 'server/main.ts'], ['server/http/']],
  ['calls', ['contract/prayer.ts'], ['server/features/prayer/', 'server/http/access.db.test.ts']],
  ['a migration', ['server/db/migrations/0001-start.sql', 'server/http/web.ts'], ['server/']],
  ['a page', ['web/features/prayer/prayer-list.tsx'], []],
  [
    'a database test',
    ['server/db/page.db.test.ts', 'server/db/due-jobs.test.ts'],
    ['server/db/page.db.test.ts'],
  ],
])('the database tests of %s', (_, changed, expected) => {
  expect(databaseTestsFor(changed)).toEqual(expected)
})
