import type { ReactElement } from 'react'
import type { Order } from '#contract/shop.ts'
import { EmailAddress } from '#web/features/admin/users/user-facts.tsx'
import { formatDate, fullDateTime } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
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

/** The amount paid, with the refund below it. */
export function MoneyCell({ amount, refunded }: Pick<Order, 'amount' | 'refunded'>): ReactElement {
  const money = useMoney()
  return (
    <>
      {money(amount)}
      {Number(refunded) > 0 ? (
        <span className="block text-sm text-ink-quiet">{money(refunded)} refunded</span>
      ) : null}
    </>
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
