import { constants } from 'node:fs'
import { chmod, cp, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { findBinaries, findMajorVersion } from './binaries.ts'
import {
  clusterPath,
  createCluster,
  databaseName,
  draftPrefix,
  hasCluster,
  passwordPath,
  removeDrafts,
  runToEnd,
} from './initialize.ts'
import { findPostmaster, postmasterFile, stopOrphan } from './postmaster.ts'
import { chooseLauncher, chownTree, launch } from './run-as.ts'
import { awaitReady, type ServerProcess } from './server-process.ts'

export interface EmbeddedPostgres extends ServerProcess {
  /** `postgresql://folx:…@127.0.0.1:port/folx`; contains the superuser's password. */
  url: string
}

export interface EmbeddedPostgresOptions {
  /** Contains the cluster and its password; created if missing. The caller must have locked it. */
  directory: string
  /**
   * Called with each line that PostgreSQL logs. No line contains a statement, a parameter or a
   * row's value.
   */
  onLine?: (line: string) => void
  /** PostgreSQL settings that override the defaults. */
  settings?: Record<string, string>
  /** Returns an unused TCP port. Called again if the port was taken in the meantime. */
  findPort?: () => Promise<number>
  /** Cuts the start off. It then throws the signal's reason, with no process left. */
  signal?: AbortSignal
}

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // In memory; initdb uses files.
  dynamic_shared_memory_type: 'posix',
  jit: 'off',
  // Background processes wake less often when idle; the background writer writes more at a time
  // instead.
  bgwriter_delay: '1s',
  bgwriter_lru_maxpages: '500',
  wal_writer_delay: '1s',
  autovacuum_naptime: '2min',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // Members' words appear in statements and in details such as "Key (email)=(…) already exists".
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Starts the embedded PostgreSQL and waits until it accepts connections. Creates the cluster if
 * there is none, and first stops a database that an earlier, killed server left running.
 *
 * Installs no signal or exit handlers: the caller must pass a signal and call `stop`. Throws an
 * Error with a sentence for the operator if the database cannot start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const directory = await realpath(options.directory)
  const binaries = findBinaries()
  const exists = await hasCluster(directory, await findMajorVersion(binaries))
  const launcher = await chooseLauncher(directory, binaries.postgres)
  const { findPort = findFreePort, onLine, signal } = options
  const settings: Record<string, string> = { ...defaultSettings, ...options.settings }
  await removeDrafts(directory)
  if (!exists) {
    const isDurable = settings.fsync !== 'off'
    await createCluster({ directory, binaries, launcher, isDurable, signal })
  }
  const cluster = clusterPath(directory)
  const password = await readPassword(directory)
  return untilStarted(async () => {
    await clearTheWay(cluster)
    const port = await findPort()
    signal?.throwIfAborted()
    const args = ['-D', cluster, '-p', String(port), ...asFlags(settings)]
    const child = launch(launcher, [binaries.postgres, ...args], ['ignore', 'ignore', 'pipe'])
    const outcome = await awaitReady(child, { onLine, signal })
    return 'stop' in outcome ? { ...outcome, url: urlFor(password, port) } : outcome
  })
}

/**
 * The URL of the embedded database that runs on this directory, for a command line tool beside the
 * server. Undefined if none accepts connections.
 */
export async function findRunningPostgres(directory: string): Promise<string | undefined> {
  const path = await realpath(directory).catch(() => undefined)
  if (path === undefined) return undefined
  const postmaster = await findPostmaster(clusterPath(path))
  return postmaster?.isReady ? urlFor(await readPassword(path), postmaster.port) : undefined
}

/** Stops a database that a killed command left running on this directory, if there is one. */
export async function stopLeftoverPostgres(directory: string): Promise<void> {
  const path = await realpath(directory).catch(() => undefined)
  if (path === undefined) return
  const postmaster = await findPostmaster(clusterPath(path))
  if (postmaster) await stopOrphan(postmaster.pid, clusterPath(path))
}

/** Copies the directory of a stopped database, durably. `to` must not exist. */
export async function copyStoppedPostgres(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !basename(path).startsWith(draftPrefix),
  })
  // Root may upgrade for a server that runs as another user.
  if (process.getuid?.() === 0) await chownTree(to, await stat(from))
  const directory = await realpath(to)
  const { initdb, postgres } = findBinaries()
  const launcher = await chooseLauncher(directory, postgres)
  await runToEnd(launcher, [initdb, '--sync-only', '-D', clusterPath(directory)])
}

/**
 * Removes what a killed server left behind. The data folder's lock ensures that no other server
 * does so at the same time.
 */
async function clearTheWay(cluster: string): Promise<void> {
  // PostgreSQL refuses a folder that others may read, such as a copied backup.
  await chmod(cluster, 0o700)
  const postmaster = await findPostmaster(cluster)
  if (postmaster !== undefined) await stopOrphan(postmaster.pid, cluster)
  // PostgreSQL trusts a stale file if another process now has its process id. Without the file it
  // still finds processes that outlived their postmaster, by their shared memory.
  await rm(postmasterFile(cluster), { force: true })
}

/**
 * Errors that go away when retried: a port taken in the meantime, and processes of a killed server
 * that are still ending.
 */
const transient =
  /could not create any TCP\/IP sockets|pre-existing shared memory block|lock file "postmaster.pid" already exists/

async function untilStarted(
  attempt: () => Promise<EmbeddedPostgres | { lastLines: string[] }>,
): Promise<EmbeddedPostgres> {
  for (let attemptsLeft = 80; ; attemptsLeft -= 1) {
    const outcome = await attempt()
    if ('stop' in outcome) return outcome
    const log = outcome.lastLines.join('\n')
    if (attemptsLeft === 0 || !transient.test(log)) {
      throw new StartError(`The embedded PostgreSQL did not start. It says:\n${log}`)
    }
    await wait(250)
  }
}

function asFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function readPassword(directory: string): Promise<string> {
  return (await readFile(passwordPath(directory), 'utf8')).trim()
}

function urlFor(password: string, port: number): string {
  return `postgresql://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
