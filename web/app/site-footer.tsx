import type { ReactElement } from 'react'

interface SiteFooterProps {
  siteTitle: string
  year: number
}

export function SiteFooter({ siteTitle, year }: SiteFooterProps): ReactElement {
  return (
    <footer className="mt-auto border-t border-line px-4 py-8 text-center text-sm text-ink-quiet">
      <p>
        © <span data-year>{year}</span> {siteTitle}
      </p>
      <p className="mt-1 font-serif text-base text-ink">
        Where Paths Cross, Stories Unfold, and Folx Grow
      </p>
    </footer>
  )
}
