import { HeadContent, Scripts, useMatches } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { NEUTRAL_NAMES } from '#contract/neutral-names.ts'
import { Frame } from '#web/app/frame.tsx'
import { useNeutralName } from '#web/features/accounts/use-neutral-name.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'

/** The document of every page that isn't covered. */
export function Document({ children }: { children: ReactNode }): ReactElement {
  const siteTitle = useSiteTitle()
  const page = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      const title = match?.staticData.title
      return typeof title === 'function' ? title(match?.search ?? {}) : title
    },
  })
  const neutralName = useNeutralName()
  const named = [page ?? 'Page not found', siteTitle].filter(Boolean).join(' · ')
  return (
    <Frame
      // With a neutral name, the page's name is hidden too, because it could reveal what the site is.
      title={neutralName ? NEUTRAL_NAMES[neutralName] : named}
      siteTitle={siteTitle}
      neutralName={neutralName}
      head={<HeadContent />}
    >
      {children}
      <Scripts />
    </Frame>
  )
}
