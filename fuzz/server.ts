import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, type Db } from '#server/db/connect.ts'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { endChild, hasEnded, untilHealthy } from '#server/testing/child-process.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { startCommand } from '#server/testing/start-command.ts'
import { residentMegabytes } from '../bench/process-usage.ts'
import { ensureWebBuild } from '../scripts/web-build.ts'

const MAIN = join(import.meta.dirname, '../server/main.ts')
const HEAP_PROBE = join(import.meta.dirname, 'heap-probe.ts')

/** Memory in megabytes. */
export interface MemoryUse {
  /** Heap and external memory in use after garbage collection. */
  heap: number
  /** Resident memory of the process. */
  resident: number
}

/** The product in its own process with its own data folder. */
export interface FuzzedServer {
  origin: string
  db: Db
  memory(): Promise<MemoryUse>
  isRunning(): boolean
  stop(): Promise<void>
}

/**
 * Starts the server on loopback with the memory limits of `npm start`. Stops it again if it doesn't
 * answer in time.
 */
export async function startFuzzedServer(): Promise<FuzzedServer> {
  await ensureWebBuild()
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-fuzz-'))
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const command = startCommand()
  const flags = [...command.flags, '--expose-gc', '--import', HEAP_PROBE]
  const child = spawn(process.execPath, [...flags, MAIN], {
    // Not in the project folder, whose `.env` may name a real database.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      TRUST_PROXY: '1',
      ...command.environment,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const end = async (): Promise<void> => {
    await endChild(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  await untilHealthy(origin, child).catch(async (error: unknown) => {
    await end()
    throw error
  })
  const url = await findRunningPostgres(join(dataDir, 'postgres'))
  if (!url) throw new Error('The database of the server is not running.')
  const { db, close } = connectDatabase({ url, max: 2 })
  return {
    origin,
    db,
    memory: async () => {
      child.send('heap')
      const [bytes] = await once(child, 'message')
      const resident = await residentMegabytes(child.pid ?? 0)
      return { heap: Number(bytes) / 1024 ** 2, resident }
    },
    isRunning: () => !hasEnded(child),
    stop: async () => {
      await close()
      await end()
    },
  }
}
