/**
 * `npm run test:changed [-- <reference>]`: the tests that a change since a Git reference (default:
 * HEAD) is likely to break, for development. See `affected-tests.ts`; `npm test` runs all.
 */
import { existsSync } from 'node:fs'
import { browserTestsFor, databaseTestsFor, pageTestsFor } from './affected-tests.ts'
import { changedFiles } from './changed-files.ts'
import { beginTests, browserTests, endTests, unitTests, webBuild } from './test-run.ts'

const changed = (await changedFiles(process.argv[2] ?? 'HEAD')) ?? []
// Imports show which unit tests a file can break.
const sources = changed.filter((file) => /\.(ts|tsx)$/.test(file) && existsSync(file))
const [database, pages, browser] = [
  databaseTestsFor(changed),
  pageTestsFor(changed),
  browserTestsFor(changed),
]
if (sources.length + database.length + pages.length + browser.length === 0) {
  console.log('No test covers the change.')
} else {
  beginTests()
  if (sources.length > 0) {
    const args = ['--run', '--project=unit', '--project=isolated', '--passWithNoTests']
    await unitTests('unit tests', 'changed-unit', ['related', ...sources, ...args])
  }
  if (database.length > 0) {
    const args = ['run', '--project=database', '--passWithNoTests', ...database]
    await unitTests('database tests', 'changed-database', args)
  }
  if (pages.length > 0) {
    const args = ['run', '--project=pages', '--passWithNoTests', ...pages]
    await unitTests('page tests', 'changed-pages', args)
  }
  if (browser.length > 0) {
    await webBuild()
    await browserTests('browser tests', 'changed-browser', browser)
  }
  endTests()
}
