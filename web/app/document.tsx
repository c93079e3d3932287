import { useQuery } from '@tanstack/react-query'
import { HeadContent, Scripts, useMatches } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { isolated } from '#contract/direction.ts'
import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import figtree from '#web/app/fonts/figtree.woff2?url'
import fraunces from '#web/app/fonts/fraunces.woff2?url'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { storyQuery } from '#web/features/stories/queries.ts'
import { keepNeutralName } from '#web/lib/neutral-name.ts'
import { useBareSiteTitle, useSiteSettings } from '#web/lib/site-settings.ts'
import { useVisit } from '#web/lib/visit.ts'

const DESCRIPTION = 'Where paths cross, stories unfold, and folx grow.'

interface Preview {
  /** The page's only address. */
  url: string
  image: string
}

interface FrameProps {
  title: string
  siteTitle: string
  /** Replaces the icons and the manifest. */
  neutralName?: NeutralName | null
  /** Shows no icon at all. */
  isCovered?: boolean
  /** How search engines and shared links describe the page; without it, they are asked to ignore it. */
  preview?: Preview | undefined
  /** More elements for the head. */
  head?: ReactNode
  children: ReactNode
}

/** The HTML document around every page. */
export function Frame(props: FrameProps): ReactElement {
  const { title, siteTitle, neutralName, isCovered = false, preview, head, children } = props
  const name = neutralName ?? null
  return (
    // `before-paint.js` sets the theme here.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="application-name" content={siteTitle} />
        {preview ? (
          <PreviewTags preview={preview} title={title} siteTitle={siteTitle} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
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

/** For search engines, and for programs that show a link with a picture (ogp.me). */
function PreviewTags(props: { preview: Preview; title: string; siteTitle: string }): ReactElement {
  const { preview, title, siteTitle } = props
  return (
    <>
      <link rel="canonical" href={preview.url} />
      <meta name="description" content={DESCRIPTION} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={preview.url} />
      <meta property="og:site_name" content={siteTitle} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={DESCRIPTION} />
      <meta property="og:image" content={preview.image} />
    </>
  )
}

/** The document of every page that isn't covered. */
export function Document({ children }: { children: ReactNode }): ReactElement {
  const siteTitle = useBareSiteTitle()
  const page = usePageTitle()
  const neutralName = useNeutralName()
  const preview = usePreview()
  const named = [page ?? 'Page not found', isolated(siteTitle)].filter(Boolean).join(' · ')
  return (
    <Frame
      // With a neutral name, the page's name is hidden too, because it could reveal what the site is.
      title={neutralName ? NEUTRAL_NAMES[neutralName] : named}
      siteTitle={siteTitle}
      neutralName={neutralName}
      preview={neutralName ? undefined : preview}
      head={<HeadContent />}
    >
      {children}
      <Scripts />
    </Frame>
  )
}

/** Undefined for an address that has no page. */
function usePageTitle(): string | undefined {
  const title = useMatches({
    select: (matches) => {
      const { staticData, search = {} } = matches.at(-1) ?? {}
      const title = staticData?.title
      return typeof title === 'function' ? title(search) : title
    },
  })
  const storyId = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return match?.fullPath === '/flow' ? match.search.story : undefined
    },
  })
  // Only what the page itself has read and shows: nothing for a visitor.
  const { data: story } = useQuery({ ...storyQuery(storyId ?? 0), enabled: false })
  return story && !story.isMuted ? story.title : title
}

/** Undefined for a page that isn't the same for every visitor. */
function usePreview(): Preview | undefined {
  const { siteUrl } = useVisit()
  const logo = useSiteSettings()?.logoUrl
  const path = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return match?.staticData.isShared ? match.pathname : undefined
    },
  })
  if (path === undefined) return undefined
  return { url: siteUrl + path, image: siteUrl + (logo ?? '/icons/icon-512.png') }
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
