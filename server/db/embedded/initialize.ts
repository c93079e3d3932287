import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readIfExists, syncFolder } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'
import type { Binaries } from './binaries.ts'
import { type Launcher, launch } from './run-as.ts'

/** The name of both the superuser and the application's database. */
export const databaseName = 'folx'

/** Path of the cluster in the embedded database's directory. */
export function clusterPath(directory: string): string {
  return join(directory, 'cluster')
}

/** Path of the file with the superuser's password (mode 600). */
export function passwordPath(directory: string): string {
  return join(directory, 'password')
}

/**
 * Whether the directory already contains a cluster.
 *
 * Throws an Error with a sentence for the operator if the cluster is of another major version.
 */
export async function hasCluster(directory: string, supportedVersion: string): Promise<boolean> {
  const version = await findClusterVersion(directory)
  if (version === undefined) return false
  if (version === supportedVersion) return true
  throw new StartError(otherVersion(version, supportedVersion))
}

/**
 * Says what to do about a cluster of another major version: the package includes only one version
 * of PostgreSQL.
 */
export function otherVersion(found: string, supported: string): string {
  const finding = `The database was made by PostgreSQL ${found}, and this release of Folx has PostgreSQL ${supported}. Nothing was changed.`
  if (Number(found) > Number(supported)) {
    return `${finding} Go back to the newer release of Folx.`
  }
  return `${finding} A backup brings the site over:
  1. Go back to the release you had before, and run: npm run backup
  2. With this release again: npm run restore -- --from <folder of the backups> --key-file <file with the backup key>
  3. Start it and look at the site, then: npm run restore -- --confirm`
}

/**
 * The major version of PostgreSQL that created the cluster in this directory; undefined if there is
 * none.
 */
export async function findClusterVersion(directory: string): Promise<string | undefined> {
  return (await readIfExists(join(clusterPath(directory), 'PG_VERSION')))?.trim()
}

/**
 * Creates a cluster with an empty database. It is built beside its final place and moved there when
 * complete, so that an interrupted start leaves nothing that looks like a cluster.
 */
export async function createCluster(options: {
  directory: string
  binaries: Binaries
  launcher: Launcher
  /** False only where losing the data is acceptable, as in tests. */
  isDurable: boolean
  signal?: AbortSignal | undefined
}): Promise<void> {
  const { directory, binaries, launcher, signal } = options
  const owner = await stat(directory)
  await writePassword(passwordPath(directory), owner)
  const draft = await mkdtemp(join(directory, draftPrefix))
  await giveTo(draft, owner)
  const initdb: Command = [
    binaries.initdb,
    `--pgdata=${draft}`,
    `--username=${databaseName}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordPath(directory)}`,
    '--encoding=UTF8',
    '--data-checksums',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Kept in files of the draft, so that an interrupted initdb leaves no shared memory behind.
    '--set=dynamic_shared_memory_type=mmap',
    ...(options.isDurable ? [] : ['--no-sync']),
  ]
  await runToEnd(launcher, initdb, { signal })
  const singleUser = ['--single', '-D', draft, '-c', 'exit_on_error=on']
  const input = `CREATE DATABASE ${databaseName}\n`
  await runToEnd(launcher, [binaries.postgres, ...singleUser, 'postgres'], { input, signal })
  await rename(draft, clusterPath(directory))
  await syncFolder(directory)
}

/**
 * Prefix of incomplete clusters. Their names are never reused: an initdb that outlives its server
 * must not collide with the next one.
 */
export const draftPrefix = 'new-'

/** Removes incomplete clusters that interrupted starts left behind. */
export async function removeDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(draftPrefix)) continue
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function writePassword(path: string, owner: Owner): Promise<void> {
  await rm(path, { force: true })
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, `${password}\n`, { mode: 0o600, flush: true })
  await giveTo(path, owner)
}

interface Owner {
  uid: number
  gid: number
}

/** Changes the owner if this process is root: the programs run as the directory's owner. */
async function giveTo(path: string, owner: Owner): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid)
}

type Command = [program: string, ...args: string[]]

/**
 * Runs a PostgreSQL program to its end; throws a StartError with its error output if it fails. If
 * the signal aborts, ends the program and its children, and throws the signal's reason.
 */
export async function runToEnd(
  launcher: Launcher,
  command: Command,
  { input = '', signal }: { input?: string; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  signal?.throwIfAborted()
  const child = launch(launcher, command, ['pipe', 'ignore', 'pipe'])
  const stop = (): void => endGroup(child)
  signal?.addEventListener('abort', stop)
  child.stdin?.on('error', () => {}) // A program that ends early explains itself on stderr.
  child.stdin?.end(input)
  // Closed when the program's children, which share its stderr, have ended too.
  const [[code, killedBy], output] = await Promise.all([
    once(child, 'close'),
    child.stderr === null ? '' : text(child.stderr),
  ])
  signal?.removeEventListener('abort', stop)
  signal?.throwIfAborted()
  if (code === 0) return
  const name = basename(command[0])
  throw new StartError(`${name} failed (${killedBy ?? `exit code ${code}`}): ${output.trim()}`)
}

/** `launch` gives each program a process group of its own. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // It has just ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
