import { HeadContent, Scripts, useMatches } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import figtree from '#web/app/fonts/figtree.woff2?url'
import fraunces from '#web/app/fonts/fraunces.woff2?url'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { keepNeutralName } from '#web/lib/neutral-name.ts'
import { useSiteTitle } from '#web/lib/site-settings.ts'
import { useVisit } from '#web/lib/visit.ts'

interface FrameProps {
  title: string
  siteTitle: string
  /** Replaces the icons and the manifest. */
  neutralName?: NeutralName | null
  /** Shows no icon at all. */
  isCovered?: boolean
  /** More elements for the head. */
  head?: ReactNode
  children: ReactNode
}

/** The HTML document around every page. */
export function Frame(props: FrameProps): ReactElement {
  const { title, siteTitle, neutralName, isCovered = false, head, children } = props
  const name = neutralName ?? null
  return (
    // `before-paint.js` sets the theme here.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="application-name" content={siteTitle} />
        <meta name="description" content="Where paths cross, stories unfold, and folx grow." />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf5ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151a19" />
        <link rel="manifest" href={name ? `/${name}.webmanifest` : '/manifest.webmanifest'} />
        <link
          rel="icon"
          href={isCovered ? 'data:,' : `/icons/${name ?? 'icon'}.svg`}
          type="image/svg+xml"
        />
        <link
          rel="apple-touch-icon"
          href={name ? `/icons/${name}-touch-icon.png` : '/icons/apple-touch-icon.png'}
        />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="" />
        <link rel="preload" href={fraunces} as="font" type="font/woff2" crossOrigin="" />
        <script src="/before-paint.js" />
        {head}
      </head>
      <body>{children}</body>
    </html>
  )
}

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

/** The member's neutral name; for visitors, that of the last member on this device. */
function useNeutralName(): NeutralName | null {
  const { user } = useAuth()
  const visit = useVisit()
  const chosen = user?.neutralName
  useEffect(() => {
    if (chosen !== undefined) keepNeutralName(chosen)
  }, [chosen])
  return chosen === undefined ? visit.neutralName : chosen
}
