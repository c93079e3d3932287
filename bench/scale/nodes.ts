import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endChild, untilHealthy } from '#server/testing/child-process.ts'
import { startCommand } from '#server/testing/start-command.ts'
import type { Workspace } from '../workspace.ts'

/** One node of the product, which can be killed, stopped and restarted on the same port. */
export interface ScaleNode {
  name: string
  port: number
  url: string
  pid(): number
  start(): Promise<void>
  /** Stops like a deployment: the node finishes the requests in progress. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Creates a node that starts the same as `npm start`. `onLog` gets each log line. */
export function createNode(
  workspace: Workspace,
  input: {
    name: string
    port: number
    dataDir: string
    environment: Record<string, string>
    onLog: (line: string) => void
  },
): ScaleNode {
  const { name, port, dataDir, environment, onLog } = input
  const url = `http://127.0.0.1:${port}`
  const command = startCommand()
  let child: ChildProcess | undefined
  workspace.onClose(async () => {
    if (child) await endChild(child)
  })
  return {
    name,
    port,
    url,
    pid: () => child?.pid ?? 0,
    start: async () => {
      const started = spawn(process.execPath, [...command.flags, command.program], {
        // Not in the project folder, whose `.env` may name a real database.
        cwd: dataDir,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: String(port),
          DATA_DIR: dataDir,
          ...command.environment,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) {
        createInterface({ input: stream }).on('line', onLog)
      }
      await untilHealthy(url, started, { signal: workspace.signal })
    },
    stop: async () => {
      if (child) await endChild(child)
    },
    kill: async () => {
      if (child) await endChild(child, 'SIGKILL')
    },
  }
}
