import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The approximate height of one row of buttons, in CSS pixels. */
const TOOLBAR_HEIGHT = 49

/** On a very low screen, such as a phone on its side, an editor with its toolbar still fits. */
export const FITTING_HEIGHT = '[@media(max-height:599px)]:max-h-[max(12rem,calc(100dvh-17rem))]'

/** Shown while an editor loads. `height` is that of the text area. */
export function EditorSkeleton(props: {
  height: number
  className?: string | undefined
}): ReactElement {
  const { height, className } = props
  return (
    <div
      role="status"
      aria-label="Loading the editor"
      className={cn(FITTING_HEIGHT, className)}
      style={{ height: height + TOOLBAR_HEIGHT }}
    >
      <Skeleton className="size-full" />
    </div>
  )
}
