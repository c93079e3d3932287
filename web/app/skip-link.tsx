import type { ReactElement } from 'react'

/** The first link for keyboard users, which skips the header. */
export function SkipLink(): ReactElement {
  return (
    <a
      href="#main"
      className="sr-only z-60 rounded-lg bg-primary px-5 py-3 font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}
