import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { journalLockQuery } from '#web/features/moods/queries.ts'
import { call } from '#web/lib/api.ts'
import { accountCalls, factorCalls } from '#web/lib/calls.gen.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded on demand, because few journals are locked. */
const LockedJournalPanel = onDemand(
  () => import('#web/features/moods/journal-lock.tsx'),
  'LockedJournalPanel',
  <Skeleton className="h-36" />,
)

/**
 * Downloads everything that the member wrote, after they confirmed their identity. The archive
 * contains the journal, so the server refuses it while the journal is locked.
 */
export function ExportData(): ReactElement {
  const { data: lock } = useQuery(journalLockQuery)
  return (
    <>
      <p className="mb-4">Everything you’ve written and recorded here, in one ZIP file.</p>
      {lock?.isLocked ? (
        <LockedJournalPanel sentence="Your journal is part of your data, and it’s locked. Unlock it to download everything." />
      ) : (
        <DownloadAnchor
          href={accountCalls.exportData.path}
          before={() => call(factorCalls.checkStepUp, {})}
          className={buttonVariants({ variant: 'outline' })}
        >
          Download my data
        </DownloadAnchor>
      )}
    </>
  )
}
