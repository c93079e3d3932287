/**
 * `npm test`: checks, the web build, unit, database and page tests, and the journeys, which are browser
 * tests with the tag `@journey`. With `--all`, every other test follows, except the slow ones; with
 * `--rest`, only those run. See docs/decisions/029-tests.md.
 *
 * The tests of Vitest fill the time in which browser tests wait. Tests that send sound in real time
 * run by themselves: on a busy machine it would fall behind.
 */
import { beginTests, check, endTests, playwright, vitest, webBuild } from './test-run.ts'

const [part] = process.argv.slice(2)
beginTests()
if (part === '--rest') await webBuild()
else {
  await Promise.all([
    webBuild(),
    check('lint', 'biome', ['check', '.']),
    // Beside other checks, more threads only repeat work.
    check('types', 'tsc', ['-b', '--singleThreaded']),
    check('boundaries', 'node', ['scripts/check-boundaries.ts']),
    check('unused parts', 'knip', []),
    check('generated database types', 'node', ['scripts/db-types.ts', '--verify']),
    check('generated calls', 'node', ['scripts/web-calls.ts', '--verify']),
  ])
  const projects = ['unit', 'isolated', 'database', 'pages'].map((name) => `--project=${name}`)
  await Promise.all([
    playwright('journeys', ['--grep=@journey', '--project=shell']),
    // Each one more loads the server again, and slows the others down.
    vitest('unit, database and page tests', [...projects, '--maxWorkers=2']),
  ])
  await playwright('journeys in real time', ['--grep=@journey', '--project=real-time'])
}
if (part === '--rest' || part === '--all') {
  const others = '--grep-invert=@journey'
  await Promise.all([
    playwright('other browser tests', [others, '--project=shell', '--project=full']),
    vitest('long tests', ['--project=long*', '--maxWorkers=4']),
  ])
  await playwright('other browser tests in real time', [others, '--project=real-time'])
  await vitest('unit tests in real time', ['--project=real-time'])
}
endTests()
