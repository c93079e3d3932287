import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '#server/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const PATIENCE = { interval: 100 }

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Started {
  npm: ChildProcess
  dataDir: string
  /** The output so far. */
  output(): string
}

/** Runs `npm start` with its own data folder; resolves once it answers. */
async function startSite(environment: Record<string, string>): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-start-'))
  const port = await findFreePort()
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  onTestFinished(async () => {
    // Ends what is left of the process group if the test failed.
    if (npm.pid && isRunning(-npm.pid)) process.kill(-npm.pid)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  let output = ''
  npm.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await vi.waitFor(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`)
    expect(response.status).toBe(200)
  }, PATIENCE)
  return { npm, dataDir, output: () => output }
}

async function stop(npm: ChildProcess): Promise<void> {
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exited
}

test('an https site warns its operator that no proxy is trusted, and a signal sent only to npm stops the server and its database before npm ends', async () => {
  const { npm, dataDir, output } = await startSite({
    PUBLIC_URL: 'https://folx.example.org',
    HOST: '127.0.0.1',
    MAIL_PROVIDER: 'outbox',
    PAYMENTS_PROVIDER: 'till',
  })
  await vi.waitFor(() => expect(output()).toContain('Set TRUST_PROXY to'), PATIENCE)
  const pidIn = async (file: string): Promise<number> =>
    Number.parseInt(await readFile(join(dataDir, file), 'utf8'), 10)
  const server = await pidIn('server.pid')
  const database = await pidIn('postgres/cluster/postmaster.pid')
  expect([isRunning(server), isRunning(database)]).toEqual([true, true])
  await stop(npm)
  expect([isRunning(server), isRunning(database)]).toEqual([false, false])
})

test('an older Node is told in one sentence what to do', async () => {
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`
  const start = ['--import', `data:text/javascript,${older}`, 'scripts/start.js']
  const child = spawn(process.execPath, start, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(output).toMatch(
    /^Folx needs Node 24, and this is Node 20\.20\.2\. .*--ignore-scripts.*\n$/,
  )
})
