import type { ReactElement, ReactNode } from 'react'

interface SiteFooterProps {
  siteTitle: string
  year: number | string
  /** The footer's links. */
  children: ReactNode
}

export const footerLinkClasses =
  'inline-flex min-h-11 items-center px-2 underline underline-offset-4 hover:text-ink'

export function SiteFooter({ siteTitle, year, children }: SiteFooterProps): ReactElement {
  return (
    <footer className="mt-auto border-t border-line px-4 py-8 text-center text-sm text-ink-quiet">
      <p>
        © {year} {siteTitle}
      </p>
      <p className="mt-1 font-serif text-base text-ink">
        Where Paths Cross, Stories Unfold, and Folx Grow
      </p>
      <p className="mt-2">{children}</p>
    </footer>
  )
}
