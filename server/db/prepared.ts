import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { ColumnNames } from './column-names.ts'
import { takeConnection } from './take-connection.ts'

/** Limit on prepared statements, because a connection keeps each one. */
const MOST_STATEMENTS = 500
/** Later pages and searches are not prepared: their best plan depends on their values. */
const PLANNED_ANEW = /\boffset \$|@@/

/**
 * Wraps the pool so that statements are prepared once per connection, because planning costs more
 * than most of our queries. Rows are built with the column names used in code: renaming them
 * afterwards would build each row twice.
 */
export function preparingPool(pool: pg.Pool, columns: ColumnNames): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MOST_STATEMENTS || PLANNED_ANEW.test(text)) return known
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  return {
    connect: async () => preparingClient(await takeConnection(pool), { nameOf, columns }),
    end: () => pool.end(),
    options: pool.options,
  }
}

function preparingClient(
  client: pg.PoolClient,
  { nameOf, columns }: { nameOf: (text: string) => string | undefined; columns: ColumnNames },
): PostgresPoolClient {
  // Kysely can also query with cursors, which this code base does not use.
  const query = async <Row>(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    const name = values.length > 0 ? nameOf(text) : undefined
    const { command, rowCount, fields, rows } = await client.query<unknown[]>({
      ...(name && { name }),
      text,
      values: [...values],
      rowMode: 'array',
    })
    const names = fields.map((field) => columns.nameInCode(field.name))
    const result = { command, rowCount, rows: rows.map((row) => named(row, names)) }
    // node-postgres and Kysely describe the same object.
    return result as PostgresQueryResult<Row>
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

function named(values: readonly unknown[], names: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let index = 0
  for (const name of names) {
    row[name] = values[index]
    index += 1
  }
  return row
}
