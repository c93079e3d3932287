import type { ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { dayText } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** An order or a subscription: a row on a wide screen, a card on a narrow one. */
export function BookRow(props: { columns: string; children: ReactNode }): ReactElement {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-x-4 gap-y-2 rounded-xl border border-line p-4',
        'lg:items-baseline lg:rounded-none lg:border-0 lg:border-b lg:px-0 lg:py-3',
        props.columns,
      )}
    >
      {props.children}
    </dl>
  )
}

interface BookValueProps {
  name: string
  /** Takes a full row on a narrow screen. */
  isLong?: boolean
  children: ReactNode
}

export function BookValue({ name, isLong, children }: BookValueProps): ReactElement {
  return (
    <div className={cn('min-w-0', isLong && 'col-span-2 lg:col-span-1')}>
      <dt className="text-sm text-ink-quiet lg:sr-only">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A relative time, with the exact day below it. */
export function BookDate({ date }: { date: string }): ReactElement {
  const dates = useDates()
  return (
    <>
      <RelativeTime date={date} />
      <span className="block text-sm text-ink-quiet">{dayText(date, dates)}</span>
    </>
  )
}

/** The buyer's email, or a note that the account was deleted. */
export function BuyerAddress({ email }: { email: string | null }): ReactElement {
  if (email === null) return <span className="text-ink-quiet">Account deleted</span>
  return <span>{email}</span>
}
