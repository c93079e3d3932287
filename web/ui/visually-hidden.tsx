import type { ComponentProps, ReactElement } from 'react'

/** Read out, not shown. */
export function VisuallyHidden(props: ComponentProps<'span'>): ReactElement {
  return <span className="sr-only" {...props} />
}
