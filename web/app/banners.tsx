import { Link, useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { useIsOnline } from '#web/lib/use-is-online.ts'

const looks = 'border-b border-line bg-gold-soft px-4 py-2.5 text-center text-gold-ink'

export function OfflineBanner(): ReactElement | null {
  if (useIsOnline()) return null
  return (
    <p role="status" className={looks}>
      You are offline. You can go on reading what is here.
    </p>
  )
}

/** The page stays as it is; the link leads back to it. */
export function SessionBanner(): ReactElement | null {
  const { isSessionExpired } = useAuth()
  const { href, pathname } = useLocation()
  if (!isSessionExpired || pathname === '/auth') return null
  return (
    <p role="alert" className={looks}>
      You have been signed out. What you wrote is still here.{' '}
      <Link to="/auth" search={{ next: href }} target="_blank" className="font-semibold underline">
        Sign in again
      </Link>{' '}
      (opens a new tab), then come back to go on.
    </p>
  )
}
