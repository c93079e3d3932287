import type { ReactElement } from 'react'
import { EmailAddress } from '#web/features/admin/users/user-facts.tsx'
import { cn } from '#web/lib/cn.ts'
import { formatDate, fullDateTime } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'

/** A day, with the time on hover. */
export function DateCell({ date }: { date: string }): ReactElement {
  const dates = useDates()
  return (
    <time dateTime={date} title={fullDateTime(new Date(date), dates)}>
      {formatDate(new Date(date), dates, { dateStyle: 'medium' })}
    </time>
  )
}

/** The buyer's email, or a note that the account was deleted. */
export function BuyerAddress({ email }: { email: string | null }): ReactElement {
  if (email === null) return <span className="text-ink-quiet">Account deleted</span>
  return (
    <span>
      <EmailAddress email={email} />
    </span>
  )
}

/** Who bought what: the first two cells of a line, on a phone one below the other. */
export function BuyerAndProduct(props: { email: string | null; title: string }): ReactElement {
  return (
    <>
      <span className="wrap-anywhere">
        <BuyerAddress email={props.email} />
      </span>
      <bdi className="truncate group-open:whitespace-normal max-lg:col-span-2 max-lg:row-start-2 max-lg:text-sm">
        {props.title}
      </bdi>
    </>
  )
}

/** The columns' names above lines that open, on a wide screen. 'Amount' is on the right, as amounts are. */
export function LineHead(props: { names: readonly string[]; className: string }): ReactElement {
  return (
    <div
      aria-hidden
      className={cn(
        'hidden gap-x-4 border-b border-line pr-8 pb-2 text-sm font-medium text-ink-quiet lg:grid',
        props.className,
      )}
    >
      {props.names.map((name) => (
        <span key={name} className={name === 'Amount' ? 'text-right' : undefined}>
          {name}
        </span>
      ))}
    </div>
  )
}
