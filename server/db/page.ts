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
