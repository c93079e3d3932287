import { type RawBuilder, sql } from 'kysely'

/** A single letter begins too many words to be of use. */
const SHORTEST_BEGINNING = 2

/**
 * The words of a search box as a PostgreSQL text query: quotes, `or` and `-` as on the web, and the
 * last word also as the beginning of a word, since people search while they type.
 */
export function searchQuery(text: string): RawBuilder<unknown> {
  const { whole, beginning } = splitSearch(text)
  const query = sql`websearch_to_tsquery('english', ${whole})`
  if (!beginning) return query
  return sql`(${query} && to_tsquery('english', ${`${beginning}:*`}))`
}

/** The search without its last word, and that word, where it can be a beginning. */
export function splitSearch(text: string): { whole: string; beginning: string | undefined } {
  const match = /^(.*?)([\p{L}\p{N}]+)$/su.exec(text)
  const [, before = '', word = ''] = match ?? []
  const isQuoted = before.split('"').length % 2 === 0
  if (word.length < SHORTEST_BEGINNING || isQuoted || before.endsWith('-'))
    return { whole: text, beginning: undefined }
  return { whole: before, beginning: word }
}
