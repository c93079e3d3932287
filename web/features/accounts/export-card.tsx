import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense } from 'react'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { journalLockQuery } from '#web/features/moods/queries.ts'
import { call } from '#web/lib/api.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded on demand, because few journals are locked. */
const LockedJournalPanel = lazy(async () => {
  const { LockedJournalPanel } = await import('#web/features/moods/locked-journal-panel.tsx')
  return { default: LockedJournalPanel }
})

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
        <Suspense fallback={<Skeleton className="h-36" />}>
          <LockedJournalPanel sentence="Your journal is part of your data, and it’s locked. Unlock it to download everything." />
        </Suspense>
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
      href={accountEndpoints.exportData.path}
      before={() => call(factorEndpoints.checkStepUp, {})}
      className={buttonVariants({ variant: 'outline' })}
    >
      Download all my data
    </DownloadAnchor>
  )
}
