import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { type ReactElement, useEffect, useSyncExternalStore } from 'react'
import { wallTime } from '#contract/logical-date.ts'
import { OfflineBanner, RestoredBanner, SessionBanner } from '#web/app/banners.tsx'
import { useResumedWriting } from '#web/app/resumed-writing.ts'
import { SectionBar } from '#web/app/section-bar.tsx'
import { footerLinkClasses, SiteFooter } from '#web/app/site-footer.tsx'
import { SiteHeader } from '#web/app/site-header.tsx'
import { SkipLink } from '#web/app/skip-link.tsx'
import { StepUpGate } from '#web/app/step-up-gate.tsx'
import {
  getPresence,
  subscribePresence,
  takeInterrupted,
} from '#web/features/live/room-presence.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { siteSettingsQuery, useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Toaster } from '#web/ui/toast.tsx'

const RoomBar = onDemand(() => import('#web/features/live/dock.tsx'), 'RoomBar')

/** Fills the first screen, so that the footer doesn't move while a page loads. */
const pageClasses = 'mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-page px-4 py-8 sm:px-6 sm:py-10'

/** The frame around every page. */
export function Shell(): ReactElement {
  const siteTitle = useSiteTitle()
  useResumedWriting()
  useRefreshOn('settings', siteSettingsQuery.queryKey)
  const { timeZone } = useDates()
  const siteZone = useSiteSettings()?.timeZone ?? timeZone
  const year = useNow((now) => wallTime(now, siteZone).date.slice(0, 4))
  const { isBare, isWide } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {isBare ? null : (
        <>
          <SiteHeader />
          <SectionBar />
        </>
      )}
      <RestoredBanner />
      <OfflineBanner />
      <SessionBanner />
      <main id="main" tabIndex={-1} className={isWide ? undefined : pageClasses}>
        <Outlet />
      </main>
      {isBare ? null : (
        <SiteFooter siteTitle={siteTitle} year={year}>
          <Link to="/privacy-facts" className={footerLinkClasses}>
            Who can see what
          </Link>
        </SiteFooter>
      )}
      <LiveRoom />
      <StepUpGate />
      <Toaster />
    </div>
  )
}

/** Keeps a member in the live room on every page, and a host also through a reload. */
function LiveRoom(): ReactElement | null {
  const isPresent = useSyncExternalStore(subscribePresence, getPresence, getPresence)
  useEffect(() => whenIdle(() => void returnAfterReload()), [])
  return isPresent ? <RoomBar /> : null
}

async function returnAfterReload(): Promise<void> {
  const visit = takeInterrupted()
  if (!visit) return
  const { returnToRoom } = await import('#web/features/live/room.ts')
  returnToRoom(visit.microphone)
}
