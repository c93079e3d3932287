import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

interface Bom {
  bomFormat: string
  metadata: { component: { name: string; type: string } }
  components: { name: string; version: string; licenses?: object[] }[]
}

/** Packages whose `package.json` has no SPDX license; `licenses.ts` says what they have. */
const UNNAMED = ['@shinyoshiaki/jspack', 'humanize-number', 'incremental-encoder', 'only']

test('npm run sbom lists every package with its version and license', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', 'sbom'], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 ** 2,
  })
  // npm wrote it, below the command. With `--silent`, a failure would have no error either.
  const json = stdout.slice(stdout.indexOf('{'))
  const { bomFormat, metadata, components } = JSON.parse(json) as Bom
  expect([bomFormat, metadata.component]).toMatchObject(['CycloneDX', { type: 'application' }])
  // Our own package file.
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const versions = new Map(components.map(({ name, version }) => [name, version]))
  for (const [name, version] of Object.entries(dependencies)) {
    expect([name, versions.get(name)]).toEqual([name, version])
  }
  const unlicensed = components.filter(({ licenses = [] }) => licenses.length === 0)
  expect([...new Set(unlicensed.map(({ name }) => name))].sort()).toEqual(UNNAMED)
})
