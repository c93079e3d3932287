/**
 * `npm test`: types, lint, boundaries, unused parts, generated types, the web build, unit and
 * database tests, browser tests. What takes minutes is in `npm run test:slow`.
 *
 * Unit and database tests fill the time in which browser tests wait. Tests that send sound in real
 * time follow by themselves: on a busy machine it would fall behind. See docs/decisions/029-tests.md.
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
])
const fast = ['run', '--project=!real-time', '--project=!slow', '--maxWorkers=4']
await Promise.all([
  browserTests('browser tests', 'browser', ['--project=shell', '--project=full']),
  unitTests('unit and database tests', 'unit', fast),
])
await Promise.all([
  browserTests('browser tests in real time', 'browser-real-time', ['--project=real-time']),
  unitTests('unit tests in real time', 'unit-real-time', ['run', '--project=real-time']),
])
endTests()
