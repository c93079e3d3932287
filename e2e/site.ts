import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { connectDatabase, type Db } from '#server/db/connect.ts'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { clusterPath } from '#server/db/embedded/initialize.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { endChild, untilHealthy } from '#server/testing/child-process.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { endWithin } from '#server/testing/end-within.ts'
import { findChild } from '#server/testing/find-child.ts'
import { findFreePort } from '#server/testing/free-port.ts'

/** The whole product, started like an operator does, in its own data folder. */
export interface Site {
  url: string
  db: Db
  /** The server's terminal output. */
  output(): string
  /** Kills the server without warning, as in a power failure, and starts it again. */
  crashAndRestart(options?: { withDatabase?: boolean }): Promise<void>
  /** Kills a child process of the server without warning. `program` is a part of its path. */
  killChild(program: string): Promise<void>
  /** Runs `npm run <command> -- <args>` as this site's operator. */
  runCommand(command: string, ...args: string[]): Promise<{ code: number; output: string }>
  stop(): Promise<void>
}

/**
 * Starts a site. `env` is added to the environment that every site has. The data folder is a copy of
 * the one that `global-setup.ts` prepared.
 */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await makeDataDir()
  const { TEMPLATE_DIR } = process.env
  // The prepared database belongs to the key in its folder, so a site with another key can't use it.
  // `-a` keeps file owners, because under root the database runs as another user.
  if (TEMPLATE_DIR && !env.DATA_KEY)
    await promisify(execFile)('cp', ['-a', `${TEMPLATE_DIR}/.`, dataDir])
  return openSite(dataDir, env)
}

/** Creates a data folder with an empty, stopped site. The caller removes it. */
export async function prepareDataDir(): Promise<string> {
  const dataDir = await makeDataDir()
  const site = await openSite(dataDir, {})
  await site.close()
  return dataDir
}

async function makeDataDir(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'folx-e2e-')))
}

async function openSite(
  dataDir: string,
  env: Record<string, string>,
): Promise<Site & { close(): Promise<void> }> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  let output = ''
  const { PATH, HOME } = process.env
  const environment = {
    PATH,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...COMPILE_CACHE,
    ...env,
  }
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await untilHealthy(url, child, { output: () => output }).catch((error: unknown) => {
      child.kill('SIGKILL')
      throw error
    })
    return child
  }

  const databaseDir = join(dataDir, 'postgres')
  let child = await launch()
  const databaseUrl = await findRunningPostgres(databaseDir)
  if (!databaseUrl) throw new Error('The embedded database does not run.')
  let database = await findPostmaster(clusterPath(databaseDir))
  let connection = connectDatabase({ url: databaseUrl, max: 4 })
  const close = async (): Promise<void> => {
    await endWithin('The connection to the database', connection.close())
    await endChild(child)
  }
  return {
    url,
    get db() {
      return connection.db
    },
    output: () => output,
    crashAndRestart: async ({ withDatabase = false } = {}) => {
      // At once, so that work in progress isn't finished before the crash.
      child.kill('SIGKILL')
      if (withDatabase && database) process.kill(database.pid, 'SIGKILL')
      await Promise.all([once(child, 'exit'), connection.close()])
      child = await launch()
      const newUrl = await findRunningPostgres(databaseDir)
      if (!newUrl) throw new Error('The embedded database did not come back.')
      database = await findPostmaster(clusterPath(databaseDir))
      connection = connectDatabase({ url: newUrl, max: 4 })
    },
    killChild: async (program) => {
      const pid = await findChild(child.pid ?? 0, program)
      if (!pid) throw new Error(`The server runs no ${program}.`)
      process.kill(pid, 'SIGKILL')
    },
    runCommand: async (command, ...args) => {
      const child = spawn('npm', ['run', '--silent', command, '--', ...args], {
        env: { ...environment, HOME },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [code, ...printed] = await Promise.all([
        once(child, 'exit').then(([code]) => Number(code)),
        text(child.stdout),
        text(child.stderr),
      ])
      return { code, output: printed.join('') }
    },
    close,
    stop: async () => {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
