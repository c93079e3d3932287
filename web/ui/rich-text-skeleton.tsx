import type { ReactElement } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The approximate height of one row of buttons, in CSS pixels. */
const TOOLBAR_HEIGHT = 49

/** On a very low screen, such as a phone on its side, an editor with its toolbar still fits. */
export const FITTING_HEIGHT = '[@media(max-height:599px)]:max-h-[max(12rem,calc(100dvh-17rem))]'

/** Shown while an editor loads. `height` is that of the text area. */
export function EditorSkeleton({ height }: { height: number }): ReactElement {
  return (
    <div
      role="status"
      aria-label="Loading the editor"
      className={FITTING_HEIGHT}
      style={{ height: height + TOOLBAR_HEIGHT }}
    >
      <Skeleton className="size-full" />
    </div>
  )
}
