import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { type DateLocale, formatDate } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

export interface MissingFactor {
  /** After this date, the admin pages require a second step. */
  neededBy: Date | undefined
}

/** The deadline for an administrator who has no second step; undefined if they have one. */
export function useMissingFactor(): MissingFactor | undefined {
  const { factors } = useMember()
  const isMissing = factors.passkeys === 0 && !factors.totp
  const { data } = useQuery({ ...factorsQuery, enabled: isMissing })
  if (!isMissing) return undefined
  return { neededBy: data?.neededBy ? new Date(data.neededBy) : undefined }
}

/** Asks for a second step while the admin pages are still open without one. */
export function FactorReminder({ neededBy }: MissingFactor): ReactElement {
  const dates = useDates()
  return (
    <Notice title="Protect your administrator account">
      <p>
        {neededBy
          ? `Administrators need a second step here. Set one up by ${shortDayText(neededBy, dates)}.`
          : 'Add a passkey or an authenticator app, so your password alone isn’t enough.'}
      </p>
      <SetUpLink variant="outline" className="mt-3" />
    </Notice>
  )
}

/** Shown instead of the admin pages when they are closed without a second step. */
export function FactorOverdue(): ReactElement {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <ShieldCheck aria-hidden size={32} className="text-primary" />
      <div className="flex max-w-prose flex-col gap-1">
        <h2 className="text-xl">Set up a second step to continue</h2>
        <p className="text-ink-quiet">
          Administrators need a passkey or an authenticator app here. It takes a minute.
        </p>
      </div>
      <SetUpLink />
    </div>
  )
}

function SetUpLink(props: { variant?: 'outline'; className?: string }): ReactElement {
  const { variant = 'default', className } = props
  return (
    <Link
      to="/account/$section"
      params={{ section: 'security' }}
      hash="security"
      className={buttonVariants({ variant, className })}
    >
      Set it up
    </Link>
  )
}

/** 'March 3'. */
function shortDayText(date: Date, dates: DateLocale): string {
  return formatDate(date, dates, { month: 'long', day: 'numeric' })
}
