import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Context } from '#server/context.ts'
import type { AppLimits } from '#server/http/app.ts'
import { hasEnded } from './child-process.ts'
import { databaseOf } from './database-of.ts'
import { endWithin } from './end-within.ts'
import { startCommand } from './start-command.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A server in a separate process, with the memory limits of `npm start`. */
export interface ServerProcess {
  host: string
  port: number
  url: string
  isRunning(): boolean
  /** Its peak memory so far in MB; 0 if the system does not report it. */
  peakMegabytes(): number
  /** The errors that it has logged. */
  errors(): string
  stop(): Promise<void>
}

/** Starts a server on the database and data folder of the test. */
export async function startServerProcess(
  context: Context,
  { webDir, ...limits }: AppLimits & { webDir?: string } = {},
): Promise<ServerProcess> {
  const program = join(import.meta.dirname, 'server-program.ts')
  const args = [program, JSON.stringify(limits), ...(webDir ? [webDir] : [])]
  const { flags, environment } = startCommand()
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: context.config.dataDir,
      DATABASE_URL: databaseOf(context).url,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const url = await firstLine(child, () => errors)
  const { hostname: host, port } = new URL(url)
  return {
    host,
    port: Number(port),
    url,
    isRunning: () => !hasEnded(child),
    peakMegabytes: () => peakMegabytes(child.pid),
    errors: () => errors,
    stop: async () => {
      if (hasEnded(child)) return
      child.stdin.end()
      await endWithin('The server process', once(child, 'exit'), () => errors)
    },
  }
}

async function firstLine(child: ChildProcess, errors: () => string): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(`The server did not start. It says:\n${errors()}`)
}

function peakMegabytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
