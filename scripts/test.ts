/**
 * `npm test`: types, lint, boundaries, unused parts, generated files, the web build, unit, database
 * and page tests, browser tests. What takes minutes is in `npm run test:slow`.
 *
 * The tests of Vitest fill the time in which browser tests wait. Tests that send sound in real
 * time follow, one group after the other: on a busy machine it would fall behind. See docs/decisions/029-tests.md.
 */
import { beginTests, browserTests, check, endTests, unitTests, webBuild } from './test-run.ts'

beginTests()
await webBuild()
await Promise.all([
  check('lint', 'biome', ['check', '.']),
  check('types', 'tsc', ['-b']),
  check('boundaries', 'node', ['scripts/check-boundaries.ts']),
  check('unused parts', 'knip', []),
  check('generated database types', 'node', ['scripts/db-types.ts', '--verify']),
  check('generated calls', 'node', ['scripts/web-calls.ts', '--verify']),
])
const fast = ['run', '--project=!real-time', '--project=!slow', '--maxWorkers=4']
await Promise.all([
  browserTests('browser tests', 'browser', ['--project=shell', '--project=full']),
  unitTests('unit, database and page tests', 'unit', fast),
])
await browserTests('browser tests in real time', 'browser-real-time', ['--project=real-time'])
await unitTests('unit tests in real time', 'unit-real-time', ['run', '--project=real-time'])
endTests()
