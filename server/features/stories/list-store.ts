import { type RawBuilder, sql } from 'kysely'
import type { StoryCategory } from '#contract/stories.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import type { ClaimRow } from '#server/domain/claim.ts'
import { type StoryRow, storyColumns } from './store.ts'

/** Selects all public stories, narrowed down, or one author's own in every state. */
export interface StoryFilter {
  authorId?: string | undefined
  category?: StoryCategory | undefined
  /** As `tagKey` gives it. */
  tagKey?: string | undefined
  /** Search text. */
  q?: string | undefined
  /** Only stories that nobody has answered. */
  isUnheard?: boolean | undefined
}

/**
 * Results of a narrow search are counted one by one, up to this many; further ones are not listed.
 */
const MOST_FOUND = 1_000

const PUBLIC = sql`s.status = 'approved' and s.hidden_at is null`

/** One page of a list, and the total count. */
export interface StoryPage {
  rows: StoryRow[]
  total: number
}

interface Selection {
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

interface Walk {
  limit: number
  offset: number
  isBackward: boolean
}

/** One page of stories, newest first, with the total count. */
export async function listStories(
  db: Queryable,
  input: Slice & { filter: StoryFilter; viewerId: string | undefined },
): Promise<StoryPage> {
  const { filter, viewerId, limit, offset } = input
  const selection = selectionOf(filter)
  const counter = counterOf(filter)
  if (counter && offset === 0) {
    // The most frequent case: one statement for the page and the total.
    const walk = { limit, offset, isBackward: false }
    const rows = await readPage(db, { selection, viewerId, walk, counter })
    return { rows, total: rows[0]?.total ?? 0 }
  }
  const isSearch = isNarrow(filter)
  const total = await count(db, counter ?? counted(selection, isSearch ? MOST_FOUND : undefined))
  const walk = shortestWalk({ limit, offset, total })
  if (walk.limit <= 0) return { rows: [], total }
  const from = isSearch && total < MOST_FOUND ? foundOnly(selection) : selection
  return {
    rows: await readPage(db, { selection: from, viewerId, walk, counter: sql`null::int` }),
    total,
  }
}

export interface NeighborRow {
  storyId: number
  title: string
}

/** The neighbors of a story in a list: the next newer and the next older one. */
export async function findNeighbors(
  db: Queryable,
  { filter, storyId }: { filter: StoryFilter; storyId: number },
): Promise<{ newer: NeighborRow | undefined; older: NeighborRow | undefined }> {
  const { from, where } = await neighborhoodOf(db, filter)
  const nearest = (side: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select s.story_id from ${from} where ${where} and s.story_id ${side} ${storyId}
      order by s.story_id ${order} limit 1)`
  const { rows } = await sql<NeighborRow>`
    select s.story_id, s.title from story s where s.story_id in (
      ${nearest(sql`>`, sql`asc`)}, ${nearest(sql`<`, sql`desc`)}
    )`.execute(db)
  return {
    newer: rows.find((row) => row.storyId > storyId),
    older: rows.find((row) => row.storyId < storyId),
  }
}

async function neighborhoodOf(db: Queryable, filter: StoryFilter): Promise<Selection> {
  const selection = selectionOf(filter)
  if (!isNarrow(filter)) return selection
  const total = await count(db, counted(selection, MOST_FOUND))
  return total < MOST_FOUND ? foundOnly(selection) : selection
}

async function readPage(
  db: Queryable,
  input: {
    selection: Selection
    viewerId: string | undefined
    walk: Walk
    /** The total count, as a SQL expression. */
    counter: RawBuilder<unknown>
  },
): Promise<(StoryRow & { total: number | null })[]> {
  const { selection, viewerId, walk, counter } = input
  const order = walk.isBackward ? sql`asc` : sql`desc`
  const { rows } = await sql<StoryRow & { total: number | null }>`
    select ${storyColumns(viewerId)}, ${counter} as total
    from (
      select s.story_id from ${selection.from} where ${selection.where}
      order by s.story_id ${order} limit ${sql.lit(walk.limit)} ${startingAt(walk.offset)}
    ) page
    join story s on s.story_id = page.story_id
    left join member m on m.member_id = s.member_id
    order by s.story_id desc`.execute(db)
  return rows
}

/** Stories waiting for approval, longest waiting first, with the total count. */
export function listPending(
  db: Queryable,
  { viewerId, ...slice }: Slice & { viewerId: string },
): Promise<Listed<StoryRow & ClaimRow>> {
  return listWaiting(db, {
    subjects: ['story'],
    columns: storyColumns(viewerId),
    from: sql`join story s on s.story_id = item.subject_id
      left join member m on m.member_id = s.member_id`,
    ...slice,
  })
}

function selectionOf(filter: StoryFilter): Selection {
  const conditions = [filter.authorId ? sql`s.member_id = ${filter.authorId}` : PUBLIC]
  if (filter.category) conditions.push(sql`s.category = ${filter.category}`)
  if (filter.isUnheard) conditions.push(sql`s.reply_count = 0`)
  if (filter.q) conditions.push(sql`s.search @@ ${searchQuery(filter.q)}`)
  if (filter.tagKey === undefined) {
    return { from: sql`story s`, where: sql.join(conditions, sql` and `) }
  }
  conditions.push(sql`st.tag_id = (select tag_id from tag where name_key = ${filter.tagKey})`)
  return {
    from: sql`story_tag st join story s on s.story_id = st.story_id`,
    where: sql.join(conditions, sql` and `),
  }
}

/** Whether no stored counter exists for the filter, so that results must be counted. */
function isNarrow(filter: StoryFilter): boolean {
  if (filter.authorId) return false
  if (filter.isUnheard) return true
  return filter.q !== undefined || (filter.tagKey !== undefined && filter.category !== undefined)
}

/**
 * Selects the few matching stories the same way as they were counted, before sorting them:
 * PostgreSQL misjudges how often several words occur together, and would otherwise scan all stories
 * in order to find them.
 */
function foundOnly({ from, where }: Selection): Selection {
  return {
    from: sql`(select s.story_id from ${from} where ${where} limit ${MOST_FOUND}) s`,
    where: sql`true`,
  }
}

/** The stored counter for the filter; an author's own stories and searches have none. */
function counterOf(filter: StoryFilter): RawBuilder<unknown> | undefined {
  if (filter.authorId || isNarrow(filter)) return undefined
  return filter.tagKey === undefined
    ? sql`(select stories from story_count where scope = ${filter.category ?? 'all'})`
    : sql`(select story_count from tag where name_key = ${filter.tagKey})`
}

function counted(selection: Selection, limit?: number): RawBuilder<unknown> {
  return sql`(select count(*)::int from (
    select from ${selection.from} where ${selection.where} limit ${limit ?? null}
  ) found)`
}

async function count(db: Queryable, counter: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number | null }>`select ${counter} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Omitted for the first page, so that its statement can be planned once. */
function startingAt(offset: number): RawBuilder<unknown> {
  return offset > 0 ? sql`offset ${offset}` : sql``
}

/**
 * Past the middle, the list is read from its end, so that the last page is as fast as the first.
 */
function shortestWalk(input: { limit: number; offset: number; total: number }): Walk {
  const { offset, total } = input
  const limit = Math.min(input.limit, total - offset)
  if (offset <= total / 2) return { limit, offset, isBackward: false }
  return { limit, offset: total - offset - limit, isBackward: true }
}

/** A single letter matches too many words to be useful. */
const SHORTEST_BEGINNING = 2

/**
 * A search text as a PostgreSQL text query: quotes, `or` and `-` work as in web searches, and the
 * last word also matches as a prefix, since people search while they type.
 */
function searchQuery(text: string): RawBuilder<unknown> {
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
