import type { ReactElement } from 'react'
import { STORIES_PER_PAGE } from '#web/features/stories/flow-search.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** One, two or three cards side by side (member document, section 2). */
export const storyGridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** A page of stories that is on its way. */
export function ListSkeleton(): ReactElement {
  return (
    <div className={storyGridClasses}>
      {Array.from({ length: STORIES_PER_PAGE }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never move
        <Skeleton key={index} className="h-72 rounded-xl" />
      ))}
    </div>
  )
}
