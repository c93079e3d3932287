/** Fails if a package in the lock file has a license that `licenses.ts` does not allow. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LockFile, licenseProblems } from './licenses.ts'

const text = await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')
// npm wrote this file.
const lock = JSON.parse(text) as LockFile
const problems = licenseProblems(lock)
for (const problem of problems) console.error(problem)
console.log(
  `${Object.keys(lock.packages).length - 1} packages, ${problems.length} license problems`,
)
process.exit(problems.length > 0 ? 1 : 0)
