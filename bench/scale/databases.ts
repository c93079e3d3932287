import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyStoppedPostgres, startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { clusterPath } from '#server/db/embedded/initialize.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { createEmbeddedRoles, type DatabaseUrls, embeddedUrls } from '#server/db/roles.ts'
import { withClient } from '#server/db/with-client.ts'
import type { Workspace } from '../workspace.ts'

export interface Database {
  port: number
  /** PostgreSQL's main process. */
  pid: number
  /** The superuser's URL. */
  adminUrl: string
  urls: DatabaseUrls
}

export interface Databases {
  primary: Database
  replica: Database
  /** Kills the primary, as in a power failure, and promotes the replica. */
  failOver(): Promise<void>
}

const ATTACH_LIMIT_MS = 30_000

/**
 * Starts a primary and a synchronous replica: the replica has applied everything that is committed, so
 * that a failover loses nothing that was acknowledged.
 */
export async function startDatabases(workspace: Workspace): Promise<Databases> {
  const folder = await workspace.folder('databases')
  const [from, to] = [join(folder, 'primary'), join(folder, 'replica')]
  const first = await startEmbeddedPostgres({ directory: from })
  await createEmbeddedRoles(first.url)
  await first.stop()
  await copyStoppedPostgres(from, to)

  const settings = { wal_level: 'replica', max_wal_senders: '10', wal_keep_size: '256MB' }
  const primary = await start(workspace, from, {
    ...settings,
    synchronous_standby_names: '*',
    synchronous_commit: 'remote_apply',
  })
  const { port, password } = new URL(primary.adminUrl)
  const cluster = clusterPath(to)
  await writeFile(join(cluster, 'standby.signal'), '')
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=folx password=${password}'\n`,
  )
  const replica = await start(workspace, to, settings)
  await untilAttached(primary)
  return {
    primary,
    replica,
    failOver: async () => {
      process.kill(primary.pid, 'SIGKILL')
      await withClient({ url: replica.adminUrl }, (client) => client.query('select pg_promote()'))
    },
  }
}

async function start(
  workspace: Workspace,
  directory: string,
  settings: Record<string, string>,
): Promise<Database> {
  const postgres = await startEmbeddedPostgres({
    directory,
    settings: { ...settings, max_connections: '200' },
  })
  workspace.onClose(() => postgres.stop())
  const postmaster = await findPostmaster(clusterPath(directory))
  if (!postmaster) throw new Error('PostgreSQL does not run.')
  const { pid, port } = postmaster
  return { pid, port, adminUrl: postgres.url, urls: embeddedUrls(postgres.url) }
}

async function untilAttached({ adminUrl }: Database): Promise<void> {
  const end = performance.now() + ATTACH_LIMIT_MS
  while (performance.now() < end) {
    const states = await withClient({ url: adminUrl }, (client) =>
      client.query<{ state: string }>('select sync_state as state from pg_stat_replication'),
    )
    if (states.rows.some(({ state }) => state === 'sync')) return
    await wait(100)
  }
  throw new Error('The replica does not follow the primary.')
}

/** The same URL with another port. */
export function atPort(url: string, port: number): string {
  const moved = new URL(url)
  moved.port = String(port)
  return moved.href
}
