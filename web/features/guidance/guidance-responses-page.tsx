import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactElement } from 'react'
import { ownRequestsQuery } from '#web/features/guidance/queries.ts'
import { RequestList } from '#web/features/guidance/request-list.tsx'
import { WaitingRequests } from '#web/features/guidance/waiting-requests.tsx'
import type { MemberLoad } from '#web/lib/load.ts'
import { Button } from '#web/ui/button.tsx'

/** Reads the member's latest requests. */
export function loadGuidanceResponses({ client }: MemberLoad): Promise<void> {
  return client.prefetchInfiniteQuery(ownRequestsQuery)
}

/** My Guidance Responses (member document, section 2). */
export function GuidanceResponsesPage(): ReactElement {
  const { request } = useSearch({ from: '/guidance-responses' })
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6">
      <header className="flex flex-col items-start gap-2">
        <Button asChild variant="link">
          <Link to="/dashboard">
            <ArrowLeft aria-hidden size={18} />
            Back to Dashboard
          </Link>
        </Button>
        <h1>My Guidance Responses</h1>
        <p className="text-ink-quiet">
          Only you and our guidance team can read this, and the team doesn’t know who you are.{' '}
          <Link
            to="/flow"
            search={{ tab: 'guidance' }}
            className="text-primary underline underline-offset-4"
          >
            Ask for Guidance
          </Link>
        </p>
      </header>
      <WaitingRequests />
      <RequestList linkedId={request} />
    </div>
  )
}
