import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { createEmbeddedRoles, type DatabaseUrls, embeddedUrls } from '#server/db/roles.ts'
import { withClient } from '#server/db/with-client.ts'

const TEMPLATE = 'folx_template'

/** A temporary PostgreSQL with one migrated database that others are cloned from. */
export interface TemplateDatabase {
  /** URL of the server's maintenance database, for `cloneDatabase`. */
  adminUrl: string
  stop(): Promise<void>
}

export async function startTemplateDatabase(): Promise<TemplateDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'folx-test-'))
  const postgres = await startEmbeddedPostgres({
    directory,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      scram_iterations: '1',
    },
  })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await execute(postgres.url, `create database ${TEMPLATE}`)
    await prepareDatabase(await createEmbeddedRoles(databaseUrl(postgres.url, TEMPLATE)))
  } catch (error) {
    await stop()
    throw error
  }
  return { adminUrl: postgres.url, stop }
}

/** `url` is for the application role, as in production, so that a missing grant fails a test. */
export interface TestDatabase extends DatabaseUrls {
  /** URL for the superuser. */
  adminUrl: string
  drop(): Promise<void>
}

/** Creates a database for one test file, in about 50 ms. */
export function cloneDatabase(adminUrl: string): Promise<TestDatabase> {
  return createDatabase(adminUrl, `template ${TEMPLATE} strategy file_copy`)
}

/** Creates a database without tables. */
export function emptyDatabase(adminUrl: string): Promise<TestDatabase> {
  return createDatabase(adminUrl, '')
}

async function createDatabase(adminUrl: string, source: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const superuserUrl = databaseUrl(adminUrl, name)
  const urls = embeddedUrls(superuserUrl)
  const owner = new URL(urls.ownerUrl).username
  await execute(adminUrl, `create database ${name} owner ${owner} ${source}`)
  return {
    ...urls,
    adminUrl: superuserUrl,
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

async function execute(url: string, statement: string): Promise<void> {
  await withClient({ url }, (client) => client.query(statement))
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
