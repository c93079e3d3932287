import type { StoryCategory } from '#contract/stories.ts'
import { STORY_CATEGORIES } from '#contract/story-limits.ts'
import { oneOf } from '#web/lib/shape.ts'

/** Stories on one page of the list (member document, section 9). */
export const STORIES_PER_PAGE = 6

/** The search parameters of `/flow` that the list of stories uses. */
export interface StoryListSearch {
  page?: number | undefined
  category?: string | undefined
  tag?: string | undefined
  q?: string | undefined
  /** Shows only stories that nobody has answered. */
  waiting?: 'first-reply' | undefined
  /** Shows the member's own stories, or prayer requests, instead of all approved stories. */
  list?: 'mine' | 'prayer' | 'answered' | 'asked' | undefined
}

/** Which stories the list shows. */
export interface StoryListQuery {
  page: number
  pageSize: number
  category?: StoryCategory | undefined
  tag?: string | undefined
  q?: string | undefined
  unheard?: 'true' | undefined
}

export interface StoryFilters {
  category?: StoryCategory | undefined
  tag?: string | undefined
  q?: string | undefined
  waiting?: 'first-reply' | undefined
}

/** The category of that name, or undefined. */
export function categoryOf(name: string | undefined): StoryCategory | undefined {
  return oneOf(STORY_CATEGORIES).safeParse(name).data
}

/** Ignores an unknown category. */
export function filtersOf(search: StoryListSearch): StoryFilters {
  const { category, tag, q, waiting } = search
  return { category: categoryOf(category), tag, q, waiting }
}

/** The search parameters of the current list, to keep in the address of a story opened from it. */
export function listSearchOf({ list, ...search }: StoryListSearch): StoryListSearch {
  const { category, tag, q, waiting } = search
  return list ? { list } : { category, tag, q, waiting }
}

/** The same list as query parameters for the call that returns a story's neighbors. */
export function neighborQueryOf(
  search: StoryListSearch,
): Omit<StoryListQuery, 'page' | 'pageSize'> & { mine?: 'true' } {
  return search.list === 'mine' ? { mine: 'true' } : queryOf(search)
}

export function listQueryOf(search: StoryListSearch): StoryListQuery {
  return { page: search.page ?? 1, pageSize: STORIES_PER_PAGE, ...queryOf(search) }
}

function queryOf(search: StoryListSearch): Omit<StoryListQuery, 'page' | 'pageSize'> {
  const { waiting, ...filters } = filtersOf(search)
  return { ...filters, ...(waiting && { unheard: 'true' }) }
}

/** The search parameters after a filter change; the list restarts at its first page. */
export function withFilters(search: StoryListSearch, change: StoryFilters): StoryListSearch {
  return { ...search, ...change, page: undefined }
}

export function hasFilters(filters: StoryFilters): boolean {
  return Boolean(filters.category || filters.tag || filters.q || filters.waiting)
}

export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / STORIES_PER_PAGE))
}
