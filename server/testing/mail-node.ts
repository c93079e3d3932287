import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject, onTestFinished, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { buildApp } from '#server/http/app.ts'
import { LOG_OPTIONS } from '#server/log.ts'
import { startJobWorkers } from '#server/workers.ts'
import { TestApi } from './api.ts'
import { type MailServer, type MailServerBehavior, startMailServer } from './mail-server.ts'
import { World } from './population.ts'
import { cloneDatabase, type TestDatabase } from './template-database.ts'

/** A node of the application with its own database and a mail server in place of the outbox. */
export interface MailNode {
  context: Context
  api: TestApi
  world: World
  dataDir: string
  databaseUrl: string
  logLines: string[]
  /** The environment for another node on the same database. */
  environment(dataDir: string): Record<string, string>
  /** Starts another node on the same database, in this process. */
  join(): Promise<MailNode>
  close(): Promise<void>
}

interface MailNodeOptions {
  /** Of a local mail server; unless `environment` names another provider. */
  smtpPort?: number
  ratePerMinute?: number
  now?: () => Date
  /** If false, the node only answers calls. */
  hasWorkers?: boolean
  environment?: Record<string, string>
}

export async function startMailNode(options: MailNodeOptions): Promise<MailNode> {
  const database = await cloneDatabase(inject('adminUrl'))
  const node = await openNode(options, database)
  return {
    ...node,
    close: async () => {
      await node.close()
      await database.drop()
    },
  }
}

export interface MailSite {
  server: MailServer
  node: MailNode
}

/** Starts a node with its own mail server until the test ends. */
export async function openMailSite(
  behavior: MailServerBehavior = {},
  options: Omit<MailNodeOptions, 'smtpPort'> = {},
): Promise<MailSite> {
  const server = await startMailServer(behavior)
  const node = await startMailNode({ smtpPort: server.port, ...options })
  onTestFinished(async () => {
    await node.close()
    await server.close()
  })
  return { server, node }
}

async function openNode(
  options: MailNodeOptions,
  database: TestDatabase,
  keyFrom?: string,
): Promise<MailNode> {
  const databaseUrl = database.url
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-mail-'))
  if (keyFrom) await cp(join(keyFrom, 'data.key'), join(dataDir, 'data.key'))
  const environment = (folder: string): Record<string, string> => ({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    MAIL_PROVIDER: 'smtp',
    ...(options.smtpPort && { SMTP_URL: `smtp://127.0.0.1:${options.smtpPort}` }),
    MAIL_FROM: 'Folx <hello@folx.example>',
    MAIL_RATE_PER_MINUTE: String(options.ratePerMinute ?? 60_000),
    ...options.environment,
  })
  const logLines: string[] = []
  const log = pino(
    { ...LOG_OPTIONS, level: 'trace' },
    { write: (line: string) => logLines.push(line) },
  )
  const config = readConfig(environment(dataDir))
  const given = options.now ? { now: options.now } : {}
  const context = await createContext({ config, log, databaseUrl, ...given })
  if (options.hasWorkers !== false) await startJobWorkers(context)
  const app = await buildApp(context)
  await app.ready()
  return {
    context,
    dataDir,
    databaseUrl,
    logLines,
    environment,
    api: new TestApi(app),
    world: new World(context.db),
    join: () => openNode(options, database, keyFrom ?? dataDir),
    close: async () => {
      await app.close()
      await context.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Waits until a mailing has been sent, and returns its row. */
export async function waitUntilSent(db: Db, mailingId: number) {
  return vi.waitUntil(
    () =>
      db
        .selectFrom('mailing')
        .selectAll()
        .where('mailingId', '=', mailingId)
        .where('status', '=', 'sent')
        .executeTakeFirst(),
    { interval: 50 },
  )
}
