import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PATIENCE = { timeout: 60_000, interval: 100 }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a signal that reaches npm alone stops the server and its database, before npm ends', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-start-'))
  const port = await freePort()
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  })
  const exited = once(npm, 'exit')
  onTestFinished(async () => {
    // Whatever is left of the group when the test has failed.
    if (npm.pid && isRunning(-npm.pid)) process.kill(-npm.pid)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const pidIn = async (file: string): Promise<number> =>
    Number.parseInt(await readFile(join(dataDir, file), 'utf8'), 10)
  const server = await vi.waitFor(async () => {
    const pid = await pidIn('server.pid')
    const response = await fetch(`http://127.0.0.1:${port}/api/health`)
    expect(response.status).toBe(200)
    return pid
  }, PATIENCE)
  const database = await pidIn('postgres/cluster/postmaster.pid')
  expect([isRunning(server), isRunning(database)]).toEqual([true, true])

  npm.kill('SIGTERM')
  await exited
  expect([isRunning(server), isRunning(database)]).toEqual([false, false])
})
