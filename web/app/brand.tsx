import type { ReactElement } from 'react'
import { PathsMark } from '#web/ui/paths-motif.tsx'

interface BrandProps {
  siteTitle: string
  /** Replaces the mark. */
  logoUrl?: string | null
}

/** The site's mark or logo, and its title. */
export function Brand({ siteTitle, logoUrl }: BrandProps): ReactElement {
  return (
    <>
      {logoUrl ? (
        <img src={logoUrl} alt="" className="h-9 w-auto max-w-24 object-contain" />
      ) : (
        <PathsMark className="size-9 shrink-0" />
      )}
      <span className="truncate max-[15rem]:sr-only">{siteTitle}</span>
    </>
  )
}
