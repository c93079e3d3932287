/**
 * `npm run test:changed [-- <reference>]`: the tests that a change since a Git reference (default:
 * HEAD) is likely to break, for development. See `affected-tests.ts`; `npm test` runs all.
 */
import { browserTestsFor, databaseTestsFor } from './affected-tests.ts'
import { changedFiles } from './changed-files.ts'
import { beginTests, browserTests, endTests, unitTests, webBuild } from './test-run.ts'

const changed = (await changedFiles(process.argv[2] ?? 'HEAD')) ?? []
const [database, browser] = [databaseTestsFor(changed), browserTestsFor(changed)]
console.log(`${changed.length} changed files`)
beginTests()
// Imports show which unit tests a file can break. Each database test imports the whole server.
const unit = ['--run', '--project=unit', '--project=isolated', '--passWithNoTests']
await unitTests('related unit tests', 'related', ['related', ...changed, ...unit])
if (database.length > 0) {
  const args = ['run', '--project=database', '--passWithNoTests', ...database]
  await unitTests('database tests', 'database', args)
}
if (browser.length > 0) {
  await webBuild()
  await browserTests('browser tests', 'browser', browser)
}
endTests()
