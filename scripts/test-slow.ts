/**
 * `npm run test:slow`: tests that kill, restore, upgrade, flood or measure whole sites. With
 * `--changed`, only those that cover what this branch changes, or all if that is unknown. See
 * docs/decisions/029-tests.md.
 */
import { slowTestsFor } from './affected-tests.ts'
import { changedFiles } from './changed-files.ts'
import { beginTests, endTests, unitTests, webBuild } from './test-run.ts'

const isForChange = process.argv.includes('--changed')
const files = slowTestsFor(isForChange ? await changedFiles() : undefined)
if (files.length === 0) {
  console.log('No slow test covers the change.')
} else {
  beginTests()
  // Some start the server as people do, and it serves the pages.
  await webBuild()
  await unitTests('slow tests', 'slow', ['run', '--project=slow', '--maxWorkers=4', ...files])
  endTests()
}
