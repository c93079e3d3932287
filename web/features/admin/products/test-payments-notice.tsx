import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { healthQuery } from '#web/features/admin/products/queries.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Above what is sold, while no payment service is connected. Read the query before, so that it never moves the page. */
export function TestPaymentsNotice(): ReactElement | null {
  const { rights } = useMember()
  const { data } = useQuery(healthQuery)
  if (data?.provider !== 'till') return null
  return (
    <Notice>
      <p>
        {data.sellsNothing
          ? 'Nothing can be bought until a payment service is connected.'
          : 'These are test payments. Nobody is charged.'}{' '}
        {rights.includes('keeper') ? (
          <Link to="/admin/connections" className="underline underline-offset-4">
            Connect a payment service
          </Link>
        ) : (
          'An administrator with the right Team can connect a payment service.'
        )}
      </p>
    </Notice>
  )
}
