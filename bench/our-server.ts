import { type ChildProcess, spawn } from 'node:child_process'
import { endChild, untilHealthy } from '#server/testing/child-process.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { startCommand } from '#server/testing/start-command.ts'
import type { Workspace } from './workspace.ts'

/** Short, because the time until the first answer is measured. */
const POLL_MS = 10

/** The product as an operator runs it: in its own process with its own data folder. */
export interface OurServer {
  url: string
  pid: number
  /** From the start of the process to its first answer. */
  secondsToAnswer: number
  stop(): Promise<void>
}

/** Starts the same as `npm start` on a data folder, and waits until it answers. */
export async function startOurServer(
  workspace: Workspace,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<OurServer> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const command = startCommand()
  const { profiles } = workspace
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const flags = [...command.flags, ...profiling]
  const child = spawn(process.execPath, [...flags, command.program], {
    // Not in the project folder, whose `.env` may name a real database.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Lets the sign-in row use many IP addresses, because the tries per address are limited.
      TRUST_PROXY: '1',
      ...command.environment,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = keepOutput(child)
  const stop = (): Promise<void> => endChild(child)
  workspace.onClose(stop)
  const url = `http://127.0.0.1:${port}`
  await untilHealthy(url, child, { output, pollMs: POLL_MS, signal: workspace.signal })
  const secondsToAnswer = (performance.now() - startedAt) / 1000
  return { url, pid: child.pid ?? 0, secondsToAnswer, stop }
}

function keepOutput(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-10_000)
    })
  }
  return () => text
}
