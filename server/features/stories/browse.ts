import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type {
  NeighborQuery,
  Neighbors,
  ReactionKind,
  Story,
  StoryQuery,
} from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Changes } from '#server/db/changes.ts'
import type { Queryable } from '#server/db/connect.ts'
import { createDataCache, type DataCache } from '#server/db/data-cache.ts'
import { sliceOf } from '#server/db/page.ts'
import { notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import {
  findNeighbors,
  listStories,
  type NeighborRow,
  type StoryFilter,
  type StoryPage,
} from './list-store.ts'
import { readMuted } from './mutes.ts'
import { presentStory } from './present.ts'
import type { StoryRow } from './store.ts'
import { tagKey } from './tags.ts'

/** Approved stories, or with `mine` the viewer's own in every state; newest first. */
export async function browseStories(
  context: Context,
  viewer: Viewer | undefined,
  query: StoryQuery,
): Promise<Page<Story>> {
  if (query.mine && !viewer) throw notSignedIn()
  const { rows, total } =
    query.mine || query.q
      ? await readOwnPage(context, viewer, query)
      : await readPublicPage(context, viewer, query)
  const muted = await readMuted(context, viewer, rows)
  return { items: rows.map((row) => presentStory(row, viewer, muted)), total }
}

/** A page that is not cached: the viewer's own stories, or search results. */
function readOwnPage(
  context: Context,
  viewer: Viewer | undefined,
  query: StoryQuery,
): Promise<StoryPage> {
  // A search is the most expensive query, and may miss stories approved a moment ago.
  const db = query.q ? context.replica : context.db
  return listStories(db, {
    filter: filterOf(viewer, query),
    viewerId: viewer?.id,
    ...sliceOf(query),
  })
}

const CACHE_BYTES = 6 * 1024 * 1024
/** Bytes of a row besides its texts. */
const ROW_BYTES = 1_500

/**
 * Cached pages of public lists, which are the same for everyone except for the viewer's own
 * reactions.
 */
export type StoryPages = DataCache<StoryPage>

export function createStoryPages(changes: Changes): StoryPages {
  return createDataCache({
    changes,
    maxBytes: CACHE_BYTES,
    bytesOf: ({ rows }) => rows.reduce((sum, row) => sum + bytesOf(row), 0),
    storyIdsOf: ({ rows }) => rows.map(({ storyId }) => storyId),
  })
}

function bytesOf({ content, caption, waveform }: StoryRow): number {
  const characters = (content?.length ?? 0) + (caption?.length ?? 0)
  return ROW_BYTES + characters * 2 + (waveform?.length ?? 0) * 8
}

/** The filter of a query; `mine` needs a viewer. */
function filterOf(
  viewer: Viewer | undefined,
  { mine, category, tag, q, unheard }: NeighborQuery,
): StoryFilter {
  return {
    authorId: mine ? viewer?.id : undefined,
    category,
    tagKey: tag ? tagKey(tag) : undefined,
    q: q || undefined,
    isUnheard: unheard,
  }
}

/** A page of public stories for the viewer, from the cache if possible. */
async function readPublicPage(
  context: Context,
  viewer: Viewer | undefined,
  query: StoryQuery,
): Promise<StoryPage> {
  const filter = filterOf(undefined, query)
  const { limit, offset } = sliceOf(query)
  const key = JSON.stringify([filter, limit, offset])
  const shared = await context.storyPages.get({ key, topics: ['stories', 'tags'] }, () =>
    listStories(context.db, { filter, viewerId: undefined, limit, offset }),
  )
  return viewer ? withOwnReactions(context, viewer, shared) : shared
}

async function withOwnReactions(
  context: Context,
  viewer: Viewer,
  { rows, total }: StoryPage,
): Promise<StoryPage> {
  const storyIds = rows.filter(hasReactions).map(({ storyId }) => storyId)
  if (storyIds.length === 0) return { rows, total }
  const own = await listOwnReactions(context.db, { memberId: viewer.id, storyIds })
  return {
    rows: rows.map((row) => ({ ...row, myReactions: own.get(row.storyId) ?? [] })),
    total,
  }
}

function hasReactions(row: StoryRow): boolean {
  return row.heartCount + row.prayingHandsCount + row.raisedHandsCount > 0
}

/** The member's reactions to these stories, by story. */
async function listOwnReactions(
  db: Queryable,
  { memberId, storyIds }: { memberId: string; storyIds: readonly number[] },
): Promise<Map<number, ReactionKind[]>> {
  const { rows } = await sql<{ storyId: number; kind: ReactionKind }>`
    select story_id, kind::text from reaction
    where member_id = ${memberId} and story_id = any(${storyIds}::int[])
    order by reaction.kind`.execute(db)
  const own = new Map<number, ReactionKind[]>()
  for (const { storyId, kind } of rows) own.set(storyId, [...(own.get(storyId) ?? []), kind])
  return own
}

/** The neighbors of a story in the list that the query describes. */
export async function getNeighbors(
  context: Context,
  viewer: Viewer | undefined,
  { storyId, query }: { storyId: number; query: NeighborQuery },
): Promise<Neighbors> {
  if (query.mine && !viewer) throw notSignedIn()
  const db = query.q ? context.replica : context.db
  const filter = filterOf(viewer, query)
  const { newer, older } = await findNeighbors(db, { filter, storyId })
  return {
    previous: newer ? presentNeighbor(newer) : null,
    next: older ? presentNeighbor(older) : null,
  }
}

function presentNeighbor({ storyId, title }: NeighborRow): { id: number; title: string } {
  return { id: storyId, title }
}
