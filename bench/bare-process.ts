import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endChild } from '#server/testing/child-process.ts'
import type { MailCount } from './bare-mail-server.ts'
import type { Installation } from './installation.ts'
import type { Throughput } from './load.ts'
import { memberId } from './population.ts'
import type { Workspace } from './workspace.ts'

export interface BareServer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts the bare server on an installation's database. */
export async function startBareServer(
  workspace: Workspace,
  installation: Installation,
): Promise<BareServer> {
  const child = startBare(workspace, 'bare-server.ts', {
    DATABASE_URL: installation.databaseUrl,
    VIEWER_ID: memberId(1),
  })
  const { port } = await receive<{ port: number }>(child)
  const stop = (): Promise<void> => endChild(child)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}

/** The throughput of a process that only checks passwords. */
export async function measureBareHash(
  workspace: Workspace,
  input: { lanes: number; seconds: number },
): Promise<Throughput> {
  const child = startBare(workspace, 'bare-hash.ts', {
    LANES: String(input.lanes),
    SECONDS: String(input.seconds),
  })
  return receive<Throughput>(child)
}

/** Starts the mail server of the mailings row. */
export async function startMailServer(
  workspace: Workspace,
): Promise<{ port: number; count(): Promise<MailCount> }> {
  const child = startBare(workspace, 'bare-mail-server.ts', {})
  const { port } = await receive<{ port: number }>(child)
  return {
    port,
    count: () => {
      const answer = receive<MailCount>(child)
      child.send('count')
      return answer
    },
  }
}

function startBare(
  workspace: Workspace,
  program: string,
  environment: Record<string, string>,
): ChildProcess {
  const env = { PATH: process.env.PATH, ...environment }
  const child = fork(join(import.meta.dirname, program), { env })
  workspace.onClose(() => endChild(child))
  return child
}

async function receive<T>(child: ChildProcess): Promise<T> {
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`A bare process ended with ${code}.`)
  })
  const [message] = await Promise.race([once(child, 'message'), died])
  // Our own programs send these messages.
  return message as T
}
