import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { journalLockQuery } from '#web/features/moods/queries.ts'
import { call } from '#web/lib/api.ts'
import { accountCalls, factorCalls } from '#web/lib/calls.gen.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded on demand, because few journals are locked. */
const LockedJournalPanel = onDemand(
  async () => (await import('#web/features/moods/locked-journal-panel.tsx')).LockedJournalPanel,
  <Skeleton className="h-36" />,
)

/** The archive contains the journal, so the server refuses it while the journal is locked. */
export function ExportCard(): ReactElement {
  const { data: lock } = useQuery(journalLockQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Your data</CardTitle>
        <CardDescription>
          Everything you’ve written and recorded here, in one ZIP file.
        </CardDescription>
      </CardHeader>
      {lock?.isLocked ? (
        <LockedJournalPanel sentence="Your journal is part of your data, and it’s locked. Unlock it to download everything." />
      ) : (
        <ExportLink />
      )}
    </Card>
  )
}

/** Asks the member to confirm their identity before the download. */
function ExportLink(): ReactElement {
  return (
    <DownloadAnchor
      href={accountCalls.exportData.path}
      before={() => call(factorCalls.checkStepUp, {})}
      className={buttonVariants({ variant: 'outline' })}
    >
      Download all my data
    </DownloadAnchor>
  )
}
