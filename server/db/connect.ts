import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { ColumnNames } from './column-names.ts'
import { preparingPool } from './prepared.ts'
import type { DB } from './schema.gen.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>
/**
 * A connection or a transaction: for store functions that only read or write a single statement.
 */
export type Queryable = Kysely<DB>

export interface DatabaseConnection {
  db: Db
  pool: pg.Pool
  /**
   * Ends the current connections when the database has gone silent, so that everything waiting on
   * them fails.
   */
  dropConnections(): void
  close(): Promise<void>
}

/**
 * Keeps idle connections for a while: opening one costs PostgreSQL a process and its caches, as
 * much as a hundred statements.
 */
export const IDLE_CONNECTION_MS = 10 * 60_000

export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/** A `date` is returned as text, because it has no time and no zone. */
const DATE_OID = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === DATE_OID ? (text: string) => text : pg.types.getTypeParser(oid, format),
}

/** Opens a pool of at most `max` connections. It connects on the first query. */
export function connectDatabase(input: {
  url: string
  max?: number
  onError?: (error: Error) => void
}): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: input.url,
    types,
    max: input.max ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // A machine between us and the database may drop a connection that is silent for minutes.
    ...KEEP_ALIVE,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'folx',
  })
  // An idle connection that dies is replaced; without a listener the error would end the process.
  pool.on('error', (error) => input.onError?.(error))
  const columns = new ColumnNames()
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, columns) }),
    plugins: [columns],
  })
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    // The pool listens only to idle connections. If one in use ends between two statements of a
    // transaction, the error would end the process; the next statement fails anyway.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => open.delete(client))
  return {
    db,
    pool,
    dropConnections: () => {
      for (const client of open) client.connection.stream.destroy()
    },
    close: () => db.destroy(),
  }
}
