import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { wallTime } from '#contract/logical-date.ts'
import { OfflineBanner, RestoredBanner, SessionBanner } from '#web/app/banners.tsx'
import { FlowBar } from '#web/app/flow-bar.tsx'
import { SiteHeader } from '#web/app/site-header.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import {
  getPresence,
  subscribePresence,
  takeInterrupted,
} from '#web/features/live/room-presence.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { siteSettingsQuery, useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { onStepUp } from '#web/lib/step-up.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { useForgetPage } from '#web/lib/use-restored-draft.ts'
import { askedConflict, subscribeAsked } from '#web/lib/versions.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Toaster } from '#web/ui/toast.tsx'

const RoomBar = onDemand(() => import('#web/features/live/dock.tsx'), 'RoomBar')

const StepUpDialog = onDemand(
  () => import('#web/features/accounts/factors/step-up-dialog.tsx'),
  'StepUpDialog',
)

const VersionDialog = onDemand(() => import('#web/lib/version-choice.tsx'), 'VersionDialog')

/** Fills the first screen, so that the footer doesn't move while a page loads. */
const pageClasses = 'mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-page px-4 py-8 sm:px-6 sm:py-10'

/** The frame around every page. */
export function Shell(): ReactElement {
  useForgetPage()
  useRefreshOn('settings', siteSettingsQuery.queryKey)
  const { isBare, isWide } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {isBare ? null : (
        <>
          <SiteHeader />
          <FlowBar />
        </>
      )}
      <RestoredBanner />
      <OfflineBanner />
      <SessionBanner />
      <main id="main" tabIndex={-1} className={isWide ? undefined : pageClasses}>
        <Outlet />
      </main>
      {isBare ? null : <SiteFooter />}
      <LiveRoom />
      <StepUpGate />
      <VersionGate />
      <Toaster />
    </div>
  )
}

/** Keeps a member in the live room on every page, and through a reload. */
function LiveRoom(): ReactElement | null {
  const isPresent = useSyncExternalStore(subscribePresence, getPresence, getPresence)
  const isSignedIn = Boolean(useAuth().user)
  useEffect(() => (isSignedIn ? whenIdle(() => void returnAfterReload()) : undefined), [isSignedIn])
  return isPresent ? <RoomBar /> : null
}

async function returnAfterReload(): Promise<void> {
  const interrupted = takeInterrupted()
  if (!interrupted) return
  const { returnToRoom } = await import('#web/features/live/room.ts')
  returnToRoom(interrupted)
}

/** The first link for keyboard users, which skips the header. */
function SkipLink(): ReactElement {
  return (
    <a
      href="#main"
      className="sr-only z-60 rounded-lg bg-primary px-5 py-3 font-medium text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}

/** Shows the step-up dialog when a call needs one. */
function StepUpGate(): ReactElement | null {
  const [waiting, setWaiting] = useState<{ settle: (isConfirmed: boolean) => void }>()
  useEffect(() => onStepUp(() => new Promise((resolve) => setWaiting({ settle: resolve }))), [])
  if (!waiting) return null
  const handleClose = (isConfirmed: boolean): void => {
    setWaiting(undefined)
    waiting.settle(isConfirmed)
  }
  return <StepUpDialog onClose={handleClose} />
}

/** Asks which text to keep when something was changed on another device. */
function VersionGate(): ReactElement | null {
  const asked = useSyncExternalStore(subscribeAsked, askedConflict, () => undefined)
  if (!asked) return null
  return <VersionDialog {...asked} onChoose={asked.settle} />
}

const footerLinkClasses =
  'inline-flex min-h-11 items-center px-2 underline underline-offset-4 hover:text-ink'

function SiteFooter(): ReactElement {
  const siteTitle = useSiteTitle()
  const { timeZone } = useDates()
  const siteZone = useSiteSettings()?.timeZone ?? timeZone
  const year = useNow((now) => wallTime(now, siteZone).date.slice(0, 4))
  return (
    <footer className="mt-auto border-t border-line px-4 py-8 text-center text-sm text-ink-quiet">
      <p>
        © {year} {siteTitle}
      </p>
      <p className="mt-1 font-serif text-base text-balance text-ink">
        Where Paths Cross, Stories Unfold, and Folx Grow
      </p>
      <p className="mt-2 flex flex-wrap justify-center gap-x-4">
        <Link to="/rules" className={footerLinkClasses}>
          House rules
        </Link>
        <Link to="/privacy-facts" className={footerLinkClasses}>
          Who can see what
        </Link>
      </p>
    </footer>
  )
}
