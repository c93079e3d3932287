import type { ReactElement } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** About the height of one row of buttons, in CSS pixels. */
const TOOLBAR_HEIGHT = 49

/** In the place of an editor until it is there. `height` is that of the part that is written in. */
export function EditorSkeleton({ height }: { height: number }): ReactElement {
  return (
    <div role="status" aria-label="Loading the editor" style={{ height: height + TOOLBAR_HEIGHT }}>
      <Skeleton className="size-full" />
    </div>
  )
}
