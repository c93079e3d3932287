import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeFolder } from '#server/testing/make-folder.ts'

const ROOT = join(import.meta.dirname, '..')

test('a test process that takes longer than a minute to start does not fail the run', async () => {
  const folder = await makeFolder()
  const [pause, config] = [join(folder, 'pause.mjs'), join(folder, 'vitest.config.ts')]
  const report = join(folder, 'report.json')
  await writeFile(pause, 'await new Promise((resolve) => setTimeout(resolve, 65_000))')
  await writeFile(
    config,
    `import config from ${JSON.stringify(join(ROOT, 'vitest.config.ts'))}
    for (const { test } of config.test.projects) test.execArgv = [${JSON.stringify(`--import=${pause}`)}]
    export default config`,
  )
  const args = ['run', '--root', ROOT, '--config', config, '--project=unit']
  const reporter = ['--reporter=json', `--outputFile.json=${report}`]
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const { PATH, HOME, TMPDIR } = process.env
  const started = performance.now()
  // An exit code other than 0 rejects.
  await promisify(execFile)(
    process.execPath,
    [program, ...args, ...reporter, 'contract/newcomer.test.ts'],
    { env: { PATH, HOME, TMPDIR } },
  )
  const result: unknown = JSON.parse(await readFile(report, 'utf8'))
  expect(result).toMatchObject({ success: true, numPassedTests: 4 })
  expect(performance.now() - started).toBeGreaterThan(65_000)
})
