import type { ReactElement, ReactNode } from 'react'

/**
 * The frame of the site header. With large text, its icon buttons grow only as far as a narrow screen
 * has room for next to the name.
 */
export function HeaderBar({ children }: { children: ReactNode }): ReactElement {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground">
      <div className="mx-auto flex h-16 w-full max-w-page items-center gap-1 px-2 sm:px-6 [&_.size-11]:w-[clamp(44px,2.75rem,13vw)]">
        {children}
      </div>
    </header>
  )
}

export const brandClasses =
  'flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 font-serif md:-ml-2 text-xl font-semibold text-ink no-underline'

/** A link in the header. */
export const navLinkClasses =
  'inline-flex min-h-11 items-center rounded-lg px-3 font-medium text-ink no-underline hover:bg-sand data-[status=active]:text-primary'

/** A link in the drawer. */
export const drawerLinkClasses =
  'flex min-h-12 items-center gap-3 rounded-lg px-3 text-lg font-medium text-ink no-underline hover:bg-sand data-[status=active]:bg-primary-soft data-[status=active]:text-primary-strong'
