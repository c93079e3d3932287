import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { newBackupKey } from '#server/backup/sealing.ts'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { embeddedUrls } from '#server/db/roles.ts'
import { withClient } from '#server/db/with-client.ts'
import { linkTree } from '#server/upgrade/link-tree.ts'
import { hasEnded } from './child-process.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { findFreePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder with a site and its backups, and the commands an operator runs there. */
export interface Installation {
  dataDir: string
  backups: string
  /** Runs a command like an operator; returns its exit code and everything it printed. */
  run(script: string, ...args: string[]): Promise<{ code: number; text: string }>
  /**
   * Starts a command, interrupts it like Ctrl-C once it prints something, and returns its exit
   * code.
   */
  interrupt(script: string, ...args: string[]): Promise<number | null>
  /**
   * Starts a command and kills it with SIGKILL after a time; returns its exit code if it finished
   * before.
   */
  kill(afterMs: number, script: string, ...args: string[]): Promise<number | null>
  start(): Promise<Server>
  /** The same installation with a newer release of Folx: this one plus a migration. */
  nextRelease(migration: { name: string; sql: string }): Promise<Installation>
}

export interface Server {
  url: string
  /** The output for the operator. */
  output(): string
  sql(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Creates an installation, with its own folder for backups unless one is given. */
export async function createInstallation(
  settings: { BACKUP_DIR?: string; BACKUP_RECIPIENT?: string } = {},
): Promise<Installation> {
  const folder = await makeFolder()
  const [dataDir, backups] = [join(folder, 'data'), settings.BACKUP_DIR ?? join(folder, 'backups')]
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    ...COMPILE_CACHE,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    DATA_DIR: dataDir,
    BACKUP_RECIPIENT: (await newBackupKey()).recipient,
    ...settings,
    BACKUP_DIR: backups,
    LOG_LEVEL: 'warn',
  }
  return installationOf({ dataDir, backups, env, root: ROOT })
}

function installationOf(input: {
  dataDir: string
  backups: string
  env: NodeJS.ProcessEnv
  /** The folder of the Folx release. */
  root: string
}): Installation {
  const { dataDir, backups, env, root } = input
  const spawnScript = (script: string, args: string[]) =>
    spawn(process.execPath, [join(root, 'scripts', script), ...args], {
      env,
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  return {
    dataDir,
    backups,
    run: (script, ...args) =>
      new Promise((resolve) => {
        const path = join(root, 'scripts', script)
        execFile(process.execPath, [path, ...args], { env, cwd: root }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
        )
      }),
    interrupt: async (script, ...args) => {
      const child = spawnScript(script, args)
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      child.kill('SIGINT')
      const [code] = await ended
      return code
    },
    kill: async (afterMs, script, ...args) => {
      const child = spawnScript(script, args)
      child.stdout.resume()
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      const [code] = await once(child, 'exit')
      clearTimeout(timer)
      return code
    },
    start: () => startServer(dataDir, env, root),
    nextRelease: async (migration) =>
      installationOf({ ...input, root: await makeRelease(migration) }),
  }
}

/** Creates a folder with our own sources and one more migration, like an unpacked newer release. */
async function makeRelease({ name, sql }: { name: string; sql: string }): Promise<string> {
  const root = await makeFolder()
  for (const folder of ['content', 'contract', 'server', 'scripts']) {
    await linkTree(join(ROOT, folder), join(root, folder))
  }
  await copyFile(join(ROOT, 'package.json'), join(root, 'package.json'))
  for (const folder of ['node_modules', 'dist']) {
    await symlink(join(ROOT, folder), join(root, folder))
  }
  await writeFile(join(root, 'server/db/migrations', name), sql)
  return root
}

async function startServer(dataDir: string, env: NodeJS.ProcessEnv, root: string): Promise<Server> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const stop = async (): Promise<void> => {
    if (hasEnded(child)) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  onTestFinished(stop)
  await vi.waitFor(
    async () => {
      expect(child.exitCode, output).toBe(null)
      expect((await fetch(`${url}/api/health`)).status).toBe(200)
    },
    { interval: 100 },
  )
  return {
    url,
    stop,
    output: () => output,
    sql: async (statement) => {
      const running = await findRunningPostgres(join(dataDir, 'postgres'))
      if (!running) throw new Error('The database is not running.')
      const { ownerUrl } = embeddedUrls(running)
      return (await withClient({ url: ownerUrl }, (client) => client.query(statement))).rows
    },
  }
}

export async function makeKey(
  installation: Installation,
): Promise<{ keyFile: string; recipient: string }> {
  const { text } = await installation.run('backup.ts', '--new-key')
  const keyFile = join(await makeFolder(), 'backup.key')
  await writeFile(keyFile, `# The key of our backups\n${/AGE-SECRET-KEY-\S+/.exec(text)?.[0]}\n`)
  return { keyFile, recipient: /BACKUP_RECIPIENT=(age1\S+)/.exec(text)?.[1] ?? '' }
}
