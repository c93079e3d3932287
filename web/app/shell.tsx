import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { type ReactElement, useEffect, useSyncExternalStore } from 'react'
import { NEUTRAL_NAMES } from '#contract/neutral-names.ts'
import { OfflineBanner, RestoredBanner, SessionBanner } from '#web/app/banners.tsx'
import { footerLinkClasses, SiteFooter } from '#web/app/site-footer.tsx'
import { SiteHeader } from '#web/app/site-header.tsx'
import { SkipLink } from '#web/app/skip-link.tsx'
import { StepUpGate } from '#web/app/step-up-gate.tsx'
import { useNeutralName } from '#web/features/accounts/use-neutral-name.ts'
import { getPresence, subscribePresence } from '#web/features/live/room-presence.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { siteSettingsQuery, useSiteTitle } from '#web/lib/site-settings.ts'
import { InTurn } from '#web/ui/in-turn.tsx'
import { Toaster } from '#web/ui/toast.tsx'

const RoomBar = onDemand(async () => (await import('#web/features/live/room-bar.tsx')).RoomBar)

/** The frame around every page. */
export function Shell(): ReactElement {
  const siteTitle = useSiteTitle()
  useDocumentTitle(siteTitle)
  useRefreshOn('settings', siteSettingsQuery.queryKey)
  const isBare = useMatches({ select: (matches) => matches.at(-1)?.staticData.isBare === true })
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {isBare ? null : <SiteHeader />}
      <RestoredBanner />
      <OfflineBanner />
      <SessionBanner />
      {/* Fills the first screen, so that the footer doesn't move while a page loads. */}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-page px-4 py-8 sm:px-6 sm:py-10"
      >
        <Outlet />
      </main>
      {isBare ? null : (
        <InTurn>
          <SiteFooter siteTitle={siteTitle} year={new Date().getFullYear()}>
            <Link to="/privacy-facts" className={footerLinkClasses}>
              Who can see what
            </Link>
          </SiteFooter>
        </InTurn>
      )}
      <LiveRoom />
      <StepUpGate />
      <Toaster />
    </div>
  )
}

/** Keeps a member in the live room on every page. */
function LiveRoom(): ReactElement | null {
  const isPresent = useSyncExternalStore(subscribePresence, getPresence)
  return isPresent ? <RoomBar /> : null
}

function useDocumentTitle(siteTitle: string): void {
  const page = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      const title = match?.staticData.title
      return typeof title === 'function' ? title(match?.search ?? {}) : title
    },
  })
  const neutralName = useNeutralName()
  const named = [page ?? 'Page not found', siteTitle].filter(Boolean).join(' · ')
  // With a neutral name, the page's name is hidden too, because it could reveal what the site is.
  const title = neutralName ? NEUTRAL_NAMES[neutralName] : named
  useEffect(() => {
    document.title = title
  }, [title])
}
