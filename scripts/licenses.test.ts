import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type LockFile, licenseProblems } from './licenses.ts'

async function lockFile(): Promise<LockFile> {
  // npm wrote this file.
  return JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile
}

async function problemsWith(license: string | undefined): Promise<string[]> {
  const { packages } = await lockFile()
  return licenseProblems({
    packages: { ...packages, 'node_modules/a/node_modules/new': { license } },
  })
}

test('every package has a license that is allowed', async () => {
  expect(licenseProblems(await lockFile())).toEqual([])
})

test.each([
  ['GPL-3.0-only'],
  ['LGPL-3.0-or-later'],
  ['SEE LICENSE IN LICENSE.md'],
  ['UNLICENSED'],
  ['MIT AND AGPL-3.0-only'],
])('%s fails', async (license) => {
  expect(await problemsWith(license)).toEqual([`new: ${license}`])
})

test('a package without a license fails', async () => {
  expect(await problemsWith(undefined)).toEqual(['new: no license'])
})

test.each([['MIT'], ['(GPL-2.0-only OR MIT)'], ['(Apache-2.0 AND BSD-3-Clause)']])(
  '%s is allowed',
  async (license) => {
    expect(await problemsWith(license)).toEqual([])
  },
)

test('an exception that no package needs fails', async () => {
  const { packages } = await lockFile()
  const rest = Object.entries(packages).filter(([path]) => !path.endsWith('/incremental-encoder'))
  expect(licenseProblems({ packages: Object.fromEntries(rest) })).toEqual([
    'No package needs the exception /^incremental-encoder$/.',
  ])
})
