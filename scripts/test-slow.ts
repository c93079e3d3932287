/**
 * `npm run test:slow`: tests that kill, restore, upgrade, flood or measure whole sites. With
 * `--changed`, only those that cover what this branch changes, or all if that is unknown. See
 * docs/decisions/029-tests.md.
 */
import { changedFiles } from './changed-files.ts'
import { slowTestsFor } from './slow-tests.ts'
import { beginTests, endTests, vitest, webBuild } from './test-run.ts'

const isForChange = process.argv.includes('--changed')
const files = slowTestsFor(isForChange ? await changedFiles() : undefined)
const measuring = files.filter((file) => file.startsWith('bench/'))
const others = files.filter((file) => !measuring.includes(file))
if (files.length === 0) {
  console.log('No slow test covers the change.')
} else {
  beginTests()
  // Some start the server as people do, and it serves the pages.
  await webBuild()
  if (others.length > 0) await vitest('slow tests', ['--project=slow', '--maxWorkers=4', ...others])
  // By themselves: next to others, what they measure is the machine.
  if (measuring.length > 0)
    await vitest('benchmark', ['--project=slow', '--maxWorkers=1', ...measuring])
  endTests()
}
