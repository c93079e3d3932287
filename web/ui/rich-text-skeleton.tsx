import type { ReactElement } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The approximate height of one row of buttons, in CSS pixels. */
const TOOLBAR_HEIGHT = 49

/** The maximum height, so that an editor with its toolbar fits a low screen. */
export const FITTING_HEIGHT = 'max(12rem, calc(100dvh - 17rem))'

/** Shown while an editor loads. `height` is that of the text area. */
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
