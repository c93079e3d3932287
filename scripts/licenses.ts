/**
 * The licenses that packages may have. Run as a program, it fails if a package in the lock file has
 * another one.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** SPDX identifiers of licenses that require only a notice, or sharing changes to their own files. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose `license` is missing, not SPDX or not on the list, with the reason for each. */
const EXCEPTIONS: { name: RegExp; license: string | undefined; reason: string }[] = [
  {
    name: /^@img\/sharp-/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips is a separate shared library, unchanged and replaceable.',
  },
  {
    name: /^incremental-encoder$/,
    license: 'MPL 2.0',
    reason: 'MPL-2.0, spelled with a space.',
  },
  {
    name: /^@shinyoshiaki\/jspack$/,
    license: undefined,
    reason: 'Its LICENSE file is BSD-3-Clause.',
  },
  {
    name: /^(busboy|dicer|streamsearch)$/,
    license: undefined,
    reason: 'MIT, in the old field `licenses`; used only in tests, by s3rver.',
  },
  {
    name: /^(humanize-number|only)$/,
    license: undefined,
    reason: 'MIT, in the readme; used only in tests, by s3rver.',
  },
]

/** The part of `package-lock.json` with the licenses. */
export interface LockFile {
  packages: Record<string, { license?: string }>
}

/** One line for each package whose license is not allowed, and for each unused exception. */
export function licenseProblems(lock: LockFile): string[] {
  const used = new Set<RegExp>()
  const problems: string[] = []
  for (const [path, { license }] of Object.entries(lock.packages)) {
    if (path === '' || isAllowed(license)) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const exception = EXCEPTIONS.find((candidate) => candidate.name.test(name))
    const isCovered = exception?.license === license || isAllowed(license, exception?.license)
    if (exception && isCovered) used.add(exception.name)
    else problems.push(`${name}: ${license ?? 'no license'}`)
  }
  const unused = EXCEPTIONS.filter(({ name }) => !used.has(name))
  return [...problems, ...unused.map(({ name }) => `No package needs the exception ${name}.`)]
}

/** Whether an SPDX expression is satisfied by the list and `also`. */
function isAllowed(license: string | undefined, also?: string): boolean {
  if (license === undefined) return false
  const isListed = (id: string): boolean => ALLOWED.has(id) || id === also
  const choices = license.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every(isListed))
}

async function checkLicenses(): Promise<void> {
  const text = await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  // npm wrote this file.
  const lock = JSON.parse(text) as LockFile
  const problems = licenseProblems(lock)
  for (const problem of problems) console.error(problem)
  const count = Object.keys(lock.packages).length - 1
  console.log(`${count} packages, ${problems.length} license problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (import.meta.main) await checkLicenses()
