import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { takeConnection } from './take-connection.ts'

/** A connection keeps each prepared statement, so their number has a bound. */
const MOST_STATEMENTS = 500
/** A page further in and a search: their best plan depends on their values. */
const PLANNED_ANEW = /\boffset \$|@@/

/**
 * The pool with statements that are prepared once per connection: planning costs more than most of
 * our queries.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MOST_STATEMENTS || PLANNED_ANEW.test(text)) return known
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  return {
    connect: async () => preparingClient(await takeConnection(pool), nameOf),
    end: () => pool.end(),
    options: pool.options,
  }
}

function preparingClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  // Kysely also queries with cursors, which this code base does not use.
  const query = async <Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    const name = values.length > 0 ? nameOf(text) : undefined
    const result = await client.query({ ...(name && { name }), text, values: [...values] })
    // node-postgres and Kysely describe the same object.
    return result as unknown as PostgresQueryResult<Row>
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}
