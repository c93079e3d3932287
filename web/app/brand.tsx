import type { ReactElement } from 'react'
import { PathsMark } from '#web/ui/paths-motif.tsx'

interface BrandProps {
  siteTitle: string
  /** Takes the place of the mark. */
  logoUrl?: string | null
}

/** The logo: the mark and the title of the site. */
export function Brand({ siteTitle, logoUrl }: BrandProps): ReactElement {
  return (
    <>
      {logoUrl ? (
        <img src={logoUrl} alt="" className="h-9 w-auto max-w-24 object-contain" />
      ) : (
        <PathsMark className="size-9 shrink-0" />
      )}
      <span className="truncate">{siteTitle}</span>
    </>
  )
}
