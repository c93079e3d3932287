import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { PageQuery } from '#contract/fields.ts'

/** A range of a list. */
export interface Slice {
  limit: number
  offset: number
}

/** The rows of a slice, with the total count of the list. */
export interface Listed<Row> {
  rows: Row[]
  total: number
}

export function sliceOf({ page, pageSize }: PageQuery): Slice {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}

/** Reads a slice of a query's rows and counts all of them. */
export async function listSlice<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { limit, offset }: Slice,
): Promise<Listed<Simplify<Row>>> {
  const rows = await query.limit(limit).offset(offset).execute()
  return { rows, total: await countRows(query) }
}

/** Rows per query of a walk, so that its memory use doesn't grow with the list. */
const WALK_PAGE = 200

/**
 * Reads all rows of a query page by page; each page starts after the last row of the previous one.
 *
 * @param key columns that together are unique, by which the rows are ordered
 */
export async function* walkPages<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  key: readonly string[],
): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const ordered = query
    .select(sql<unknown[]>`json_build_array(${columns})`.as('position'))
    .orderBy(columns)
    .limit(WALK_PAGE)
  const readPage = (last: unknown[] | undefined) =>
    last ? ordered.where(sql<boolean>`(${columns}) > (${sql.join(last)})`) : ordered
  for (let last: unknown[] | undefined; ; ) {
    const rows = await readPage(last).$castTo<Row & { position: unknown[] }>().execute()
    last = rows.at(-1)?.position
    if (!last) return
    // Without the position, it is what the query selects.
    yield rows.map(({ position: _, ...row }) => row as unknown as Row)
  }
}

/** The same row by row. */
export async function* walkRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  key: readonly string[],
): AsyncGenerator<Row> {
  for await (const page of walkPages(query, key)) yield* page
}

/** Counts the rows of a query. */
export async function countRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}
