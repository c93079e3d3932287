import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { embeddedUrls } from '#server/db/roles.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { findFreePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder with a site and its backups, and what an operator does there. */
export interface Place {
  dataDir: string
  backups: string
  /** Runs a command as an operator does; its exit code and all that it printed. */
  run(script: string, ...args: string[]): Promise<{ code: number; text: string }>
  /** Starts a command, presses Ctrl-C once it works, and returns its exit code. */
  interrupt(script: string, ...args: string[]): Promise<number | null>
  /** Starts a command and ends it with SIGKILL after a time; its exit code where it was done before. */
  kill(afterMs: number, script: string, ...args: string[]): Promise<number | null>
  start(): Promise<Server>
}

export interface Server {
  url: string
  /** What it said to the operator. */
  output(): string
  sql(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export async function openPlace(): Promise<Place> {
  const folder = await temporaryFolder()
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  const env = {
    PATH: process.env.PATH,
    ...COMPILE_CACHE,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    BACKUP_DIR: backups,
    LOG_LEVEL: 'warn',
  }
  return {
    dataDir,
    backups,
    run: (script, ...args) =>
      new Promise((resolve) => {
        const path = join(ROOT, 'scripts', script)
        execFile(process.execPath, [path, ...args], { env, cwd: ROOT }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
        )
      }),
    interrupt: async (script, ...args) => {
      const path = join(ROOT, 'scripts', script)
      const child = spawn(process.execPath, [path, ...args], {
        ...{ env, cwd: ROOT },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      child.kill('SIGINT')
      const [code] = await ended
      return code
    },
    kill: async (afterMs, script, ...args) => {
      const path = join(ROOT, 'scripts', script)
      const child = spawn(process.execPath, [path, ...args], {
        ...{ env, cwd: ROOT },
        stdio: 'ignore',
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      const [code] = await once(child, 'exit')
      clearTimeout(timer)
      return code
    },
    start: () => startServer(dataDir, env),
  }
}

async function startServer(dataDir: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  onTestFinished(stop)
  await vi.waitFor(
    async () => {
      expect(child.exitCode, output).toBe(null)
      expect((await fetch(`${url}/api/health`)).status).toBe(200)
    },
    { timeout: 60_000, interval: 100 },
  )
  return {
    ...{ url, stop },
    output: () => output,
    sql: async (statement) => {
      const running = await findRunningPostgres(join(dataDir, 'postgres'))
      if (!running) throw new Error('The database does not run.')
      const client = new pg.Client({ connectionString: embeddedUrls(running).ownerUrl })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows
      } finally {
        await client.end()
      }
    },
  }
}

export async function makeKey(place: Place): Promise<{ keyFile: string; recipient: string }> {
  const { text } = await place.run('backup.ts', '--new-key')
  const keyFile = join(await temporaryFolder(), 'backup.key')
  await writeFile(keyFile, `# The key of our backups\n${/AGE-SECRET-KEY-\S+/.exec(text)?.[0]}\n`)
  return { keyFile, recipient: /BACKUP_RECIPIENT=(age1\S+)/.exec(text)?.[1] ?? '' }
}
