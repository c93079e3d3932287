import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense } from 'react'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { journalLockQuery } from '#web/features/moods/queries.ts'
import { call, isStepUp, sentenceOf } from '#web/lib/api.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Few journals are locked. */
const LockedJournalPanel = lazy(async () => {
  const { LockedJournalPanel } = await import('#web/features/moods/locked-journal-panel.tsx')
  return { default: LockedJournalPanel }
})

/** The server gives no archive while the journal, which is in it, is locked. */
export function ExportCard(): ReactElement {
  const { data: lock } = useQuery(journalLockQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Your data</CardTitle>
        <CardDescription>
          Everything that you have written and recorded here, as one ZIP archive.
        </CardDescription>
      </CardHeader>
      {lock?.isLocked ? (
        <Suspense fallback={<Skeleton className="h-36" />}>
          <LockedJournalPanel sentence="Your journal is part of your data, and it is locked. Open it, and you can download everything." />
        </Suspense>
      ) : (
        <ExportLink />
      )}
    </Card>
  )
}

/** A link that asks who is here before it is followed. */
function ExportLink(): ReactElement {
  const checking = useMutation({
    mutationFn: () => call(factorEndpoints.checkStepUp, {}),
    onSuccess: () => window.location.assign(accountEndpoints.exportData.path),
    onError: (error) => {
      if (isStepUp(error)) return
      toast({
        title: 'Failed to download',
        description: sentenceOf(error),
        variant: 'destructive',
      })
    },
  })
  return (
    <a
      href={accountEndpoints.exportData.path}
      download
      aria-busy={checking.isPending || undefined}
      className={buttonVariants({ variant: 'outline' })}
      onClick={(event) => {
        event.preventDefault()
        if (!checking.isPending) checking.mutate()
      }}
    >
      Download all my data
    </a>
  )
}
