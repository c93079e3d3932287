import type { ReactElement } from 'react'
import type { Order } from '#contract/shop.ts'
import { EmailAddress } from '#web/features/admin/users/user-facts.tsx'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** A relative time, with the exact day below it. */
export function DateCell({ date }: { date: string }): ReactElement {
  const dates = useDates()
  return (
    <>
      <RelativeTime date={date} />
      <span className="block text-sm text-ink-quiet">{dayText(date, dates)}</span>
    </>
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
