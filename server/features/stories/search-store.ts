import { type RawBuilder, sql } from 'kysely'

/** A single letter matches too many words to be useful. */
const SHORTEST_BEGINNING = 2

/**
 * A search text as a PostgreSQL text query: quotes, `or` and `-` work as in web searches, and the
 * last word also matches as a prefix, since people search while they type.
 */
export function searchQuery(text: string): RawBuilder<unknown> {
  const { whole, beginning } = splitSearch(text)
  const query = sql`websearch_to_tsquery('english', ${whole})`
  if (!beginning) return query
  return sql`(${query} && to_tsquery('english', ${`${beginning}:*`}))`
}

/** Splits off the last word if it can be used as a prefix. */
export function splitSearch(text: string): { whole: string; beginning: string | undefined } {
  const match = /^(.*?)([\p{L}\p{N}]+)$/su.exec(text)
  const [, before = '', word = ''] = match ?? []
  const isQuoted = before.split('"').length % 2 === 0
  if (word.length < SHORTEST_BEGINNING || isQuoted || before.endsWith('-'))
    return { whole: text, beginning: undefined }
  return { whole: before, beginning: word }
}
