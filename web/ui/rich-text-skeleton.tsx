import type { ReactElement } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** About the height of one row of buttons, in CSS pixels. */
const TOOLBAR_HEIGHT = 49

/** So much at most that an editor fits a low screen, with its buttons and the bars around it. */
export const FITTING_HEIGHT = 'max(12rem, calc(100dvh - 17rem))'

/** In the place of an editor until it is there. `height` is that of the part that is written in. */
export function EditorSkeleton({ height }: { height: number }): ReactElement {
  return (
    <div
      role="status"
      aria-label="Loading the editor"
      style={{ height: `calc(min(${height}px, ${FITTING_HEIGHT}) + ${TOOLBAR_HEIGHT}px)` }}
    >
      <Skeleton className="size-full" />
    </div>
  )
}
