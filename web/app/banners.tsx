import { useLocation } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useOffline } from '#web/app/use-offline.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { counted } from '#web/lib/counted.ts'
import { dayText } from '#web/lib/dates.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { type OutboxState, useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useIsOnline } from '#web/lib/use-is-online.ts'

const RefusedDialog = onDemand(() => import('#web/app/refused-dialog.tsx'), 'RefusedDialog')

const SessionNotice = onDemand(() => import('#web/app/session-notice.tsx'), 'SessionNotice')

const bannerClasses =
  'border-b border-line bg-gold-soft px-4 py-1 text-center text-sm text-gold-ink'

const buttonClasses = 'min-h-6 font-semibold underline underline-offset-2 pointer-coarse:min-h-11'

/** Shows that the device is offline, how many calls are waiting, and how many were refused. */
export function OfflineBanner(): ReactElement {
  useOffline()
  const isOnline = useIsOnline()
  const outbox = useOutbox()
  const sentence = isOnline ? waitingSentence(outbox) : offlineSentence(outbox.waiting.length)
  return (
    <>
      <div role="status">{sentence ? <p className={bannerClasses}>{sentence}</p> : null}</div>
      <RefusedBanner count={outbox.refused.length} />
    </>
  )
}

function RefusedBanner({ count }: { count: number }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div role="status">
        {count > 0 ? (
          <p className={bannerClasses}>
            {counted(count, 'thing')} could not be sent.{' '}
            <button type="button" className={buttonClasses} onClick={() => setIsOpen(true)}>
              See what and why
            </button>
          </p>
        ) : null}
      </div>
      {isOpen ? <RefusedDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function offlineSentence(count: number): string {
  if (count === 0) return 'You’re offline. You can keep reading saved pages.'
  return `You’re offline. ${counted(count, 'thing')} will be sent when you’re back online.`
}

function waitingSentence({ waiting, status }: OutboxState): string | null {
  if (waiting.length === 0) return null
  const count = counted(waiting.length, 'thing')
  if (status === 'unreachable') {
    return `We can’t reach the server. ${count} will be sent once we can.`
  }
  if (status !== 'postponed') return null
  const isJournal = waiting.every(({ url }) => url.startsWith('/api/moods'))
  return isJournal
    ? `${count} will be sent when you open your journal.`
    : `${count} will be sent in a little while.`
}

/** Shows that the site was restored from a backup, until its operator confirms it. */
export function RestoredBanner(): ReactElement | null {
  const restoredFrom = useSiteSettings()?.restoredFrom
  const dates = useDates()
  if (!restoredFrom) return null
  return (
    <p data-restored className={bannerClasses}>
      This site was restored from a backup of {dayText(restoredFrom, dates)}. It sends no email and
      takes no payments yet.
    </p>
  )
}

/**
 * Shown when the session has expired. The page stays, so that it can still be read; an action opens a
 * dialog that asks to sign in. Sign-in leads back to the page, where forms restore their drafts.
 */
export function SessionBanner(): ReactElement | null {
  const { isSessionExpired } = useAuth()
  const { pathname } = useLocation()
  if (!isSessionExpired || pathname === '/auth') return null
  return <SessionNotice className={bannerClasses} />
}
