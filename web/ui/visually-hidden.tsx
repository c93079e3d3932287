import type { ComponentProps, ReactElement } from 'react'

/** Text for screen readers only. */
export function VisuallyHidden(props: ComponentProps<'span'>): ReactElement {
  return <span className="sr-only" {...props} />
}
