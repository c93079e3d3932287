import type { ReactElement } from 'react'
import { STORIES_PER_PAGE } from '#web/features/stories/flow-search.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** One, two or three cards side by side (member document, section 2). */
export const storyGridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

const ROWS = Array<string>(STORIES_PER_PAGE).fill('h-72 rounded-xl')

/** Skeleton of a page of stories. */
export function ListSkeleton(): ReactElement {
  return <Skeletons label="Loading stories" rows={ROWS} className={storyGridClasses} />
}
