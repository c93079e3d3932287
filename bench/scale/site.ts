import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectDatabase } from '#server/db/connect.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { type DatabaseProxy, openDatabaseProxy } from '#server/testing/database-proxy.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { startNginx } from '#server/testing/nginx.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { startS3Server } from '#server/testing/providers/s3-server.ts'
import { addReaders } from '#server/testing/readers.ts'
import { buzz, ENCODINGS, writeRecording } from '#server/testing/recordings.ts'
import { say, type Workspace } from '../workspace.ts'
import { atPort, type Databases, startDatabases } from './databases.ts'
import { type LogBook, openLogBook } from './log-lines.ts'
import { createNode, type ScaleNode } from './nodes.ts'
import { createSiteClient, type SiteClient } from './site-client.ts'

export const NODES = 3
/** More than enough members to stay below the limit of replies per minute. */
const MEMBERS = 240
/** The rate of the broadcast. */
export const MAILS_PER_MINUTE = 600

/** Three nodes with the services around them, and their members. */
export interface Site {
  databases: Databases
  nodes: ScaleNode[]
  proxies: DatabaseProxy[]
  /** Clients through nginx in front of the first node, of two, and of all. */
  clients: SiteClient[]
  /** The client through nginx in front of all nodes. */
  client: SiteClient
  port: number
  mail: MailServer
  logs: LogBook
  members: TestMember[]
  host: TestMember
  storyIds: number[]
  recording: Blob
}

export async function openSite(workspace: Workspace, readers: number): Promise<Site> {
  say('Starting a primary, its replica, S3 and the mail server')
  const databases = await startDatabases(workspace)
  const { urls } = databases.primary
  await prepareDatabase(urls)
  const mail = await startMailServer()
  workspace.onClose(() => mail.close())
  const s3 = await startS3Server()
  workspace.onClose(() => s3.stop())

  const ports = await freePorts(NODES)
  const nginxPorts = await freePorts(NODES)
  const port = nginxPorts.at(-1) ?? 0
  const publicUrl = `https://127.0.0.1:${port}`
  const logs = openLogBook()
  const environment = {
    PUBLIC_URL: publicUrl,
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    DATA_KEY: 'ab'.repeat(32),
    DATABASE_REPLICA_URL: databases.replica.urls.url,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Folx <hello@folx.example>',
    MAIL_RATE_PER_MINUTE: String(MAILS_PER_MINUTE),
    FILES_PROVIDER: 's3',
    S3_ENDPOINT: s3.config.endpoint ?? '',
    S3_BUCKET: s3.config.bucket,
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    // Several nodes can't have the embedded room. Nobody goes on air here.
    LIVE_PROVIDER: 'livekit',
    LIVEKIT_URL: 'ws://127.0.0.1:9',
    LIVEKIT_API_KEY: 'unused',
    LIVEKIT_API_SECRET: 'unused',
    LOG_LEVEL: 'warn',
  }
  const proxies: DatabaseProxy[] = []
  const nodes: ScaleNode[] = []
  for (const [index, nodePort] of ports.entries()) {
    const proxy = await openDatabaseProxy(databases.primary.port)
    workspace.onClose(() => proxy.close())
    proxies.push(proxy)
    const name = `node ${index + 1}`
    const node = createNode(workspace, {
      name,
      port: nodePort,
      dataDir: await workspace.folder('node'),
      environment: {
        ...environment,
        DATABASE_URL: atPort(urls.url, proxy.port),
        DATABASE_OWNER_URL: atPort(urls.ownerUrl, proxy.port),
      },
      onLog: (line) => logs.add(name, line),
    })
    nodes.push(node)
  }
  say('Starting three nodes and nginx')
  for (const node of nodes) await node.start()
  const clients: SiteClient[] = []
  for (const [index, nginxPort] of nginxPorts.entries()) {
    const folder = await workspace.folder('nginx')
    const nodePorts = ports.slice(0, index + 1)
    const nginx = await startNginx({ folder, port: nginxPort, nodePorts })
    workspace.onClose(() => nginx.stop())
    const client = createSiteClient(nginxPort, publicUrl)
    workspace.onClose(async () => client.close())
    clients.push(client)
  }
  const client = clients.at(-1)
  if (!client) throw new Error('There is no nginx.')
  const people = await fill(urls.url, readers)
  const recording = await makeRecording(workspace)
  return { databases, nodes, proxies, clients, client, port, mail, logs, recording, ...people }
}

async function fill(
  url: string,
  readers: number,
): Promise<Pick<Site, 'members' | 'host' | 'storyIds'>> {
  const { db, close } = connectDatabase({ url, max: 4 })
  const world = new World(db)
  const createdAt = new Date(Date.now() - 60 * 86_400_000)
  const make = async (rights?: 'all'): Promise<TestMember> => {
    const member = await (rights ? world.admin({ createdAt }) : world.member({ createdAt }))
    // The site uses https.
    return { ...member, cookie: `__Host-${member.cookie}` }
  }
  const members: TestMember[] = []
  const storyIds: number[] = []
  for (let count = 0; count < MEMBERS; count += 1) {
    const author = await make()
    members.push(author)
    storyIds.push(await world.story({ author, title: `A bakery at dawn, ${count}` }))
  }
  const host = await make('all')
  // They only get the broadcast.
  await addReaders(db, readers)
  await close()
  return { members, host, storyIds }
}

async function makeRecording(workspace: Workspace): Promise<Blob> {
  const path = join(await workspace.folder('recording'), 'recording.ogg')
  await writeRecording(
    path,
    buzz(10, () => 0.5),
    ENCODINGS['ogg with opus'],
  )
  return new Blob([await readFile(path)], { type: 'audio/ogg' })
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
