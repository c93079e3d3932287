import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { MailingList } from '#web/features/admin/email/mailing-list.tsx'
import { latestBroadcastsQuery, mailingsKey } from '#web/features/admin/email/queries.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { Button } from '#web/ui/button.tsx'
import { CardFooter } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** The latest broadcasts and their progress. */
export function LatestBroadcasts({ onCopied }: { onCopied: () => void }): ReactElement {
  useRefreshOn('mailings', mailingsKey)
  const list = useQuery(latestBroadcastsQuery)
  return (
    <SectionCard
      title="Latest broadcasts"
      description="Broadcasts that are being sent show their progress."
    >
      <MailingList
        list={list}
        headingLevel={3}
        onCopied={onCopied}
        empty={<EmptyState message="No broadcasts yet" />}
      />
      <CardFooter>
        <Button variant="outline" size="sm" asChild>
          <Link to="/admin/scheduled-emails">All scheduled and sent emails</Link>
        </Button>
      </CardFooter>
    </SectionCard>
  )
}
