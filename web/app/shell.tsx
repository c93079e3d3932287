import { Outlet, useMatches } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { OfflineBanner, SessionBanner } from '#web/app/banners.tsx'
import { SiteFooter } from '#web/app/site-footer.tsx'
import { SiteHeader } from '#web/app/site-header.tsx'
import { SkipLink } from '#web/app/skip-link.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { siteSettingsQuery, useSiteTitle } from '#web/lib/site-settings.ts'
import { Toaster } from '#web/ui/toast.tsx'

/** What stands around every page. */
export function Shell(): ReactElement {
  const siteTitle = useSiteTitle()
  useDocumentTitle(siteTitle)
  useRefreshOn('settings', siteSettingsQuery.queryKey)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader />
      <OfflineBanner />
      <SessionBanner />
      {/* Fills the first screen, so that no page pushes the footer out of sight while it loads. */}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-page px-4 py-8 sm:px-6 sm:py-10"
      >
        <Outlet />
      </main>
      <SiteFooter siteTitle={siteTitle} year={new Date().getFullYear()} />
      <Toaster />
    </div>
  )
}

function useDocumentTitle(siteTitle: string): void {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = [page ?? 'Page not found', siteTitle].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
