import { STORY_CATEGORIES, type StoryCategory } from '#contract/stories.ts'
import { oneOf } from '#web/lib/shape.ts'

/** Stories on one page of the list (member document, section 9). */
export const STORIES_PER_PAGE = 6

/** The part of the address of `/flow` that the list of stories reads. */
export interface StoryListSearch {
  page?: number | undefined
  category?: string | undefined
  tag?: string | undefined
  q?: string | undefined
  /** In place of all approved stories: the member's own, or prayer requests. */
  list?: 'mine' | 'prayer' | 'answered' | undefined
}

/** Which stories the list shows. */
export interface StoryListQuery {
  page: number
  pageSize: number
  category?: StoryCategory | undefined
  tag?: string | undefined
  q?: string | undefined
}

export interface StoryFilters {
  category?: StoryCategory | undefined
  tag?: string | undefined
  q?: string | undefined
}

/** The category of that name, or undefined. */
export function categoryOf(name: string | undefined): StoryCategory | undefined {
  return oneOf(STORY_CATEGORIES).safeParse(name).data
}

/** A category that does not exist filters nothing. */
export function filtersOf(search: StoryListSearch): StoryFilters {
  return { category: categoryOf(search.category), tag: search.tag, q: search.q }
}

/** The list that a story is read in, for the story's own address. */
export function listSearchOf({ category, tag, q, list }: StoryListSearch): StoryListSearch {
  return list ? { list } : { category, tag, q }
}

/** The same list, as the call for the stories beside one asks for it. */
export function neighborQueryOf(search: StoryListSearch): StoryFilters & { mine?: 'true' } {
  return search.list === 'mine' ? { mine: 'true' } : filtersOf(search)
}

export function listQueryOf(search: StoryListSearch): StoryListQuery {
  return { page: search.page ?? 1, pageSize: STORIES_PER_PAGE, ...filtersOf(search) }
}

/** The address after a change of filters: the list starts at its first page again. */
export function withFilters(search: StoryListSearch, change: StoryFilters): StoryListSearch {
  return { ...search, ...change, page: undefined }
}

export function hasFilters(filters: StoryFilters): boolean {
  return Boolean(filters.category || filters.tag || filters.q)
}

export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / STORIES_PER_PAGE))
}
