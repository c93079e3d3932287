import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { AdminDailyContent } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { dayWords, doubtLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { refreshDaily, unpublishContent } from '#web/features/admin/daily/queries.ts'
import { QuotationList } from '#web/features/admin/daily/quotation-list.tsx'
import { SourceBadge } from '#web/features/admin/daily/source-badge.tsx'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

interface OverviewEntryProps {
  entry: AdminDailyContent
  today: DateText
  onEdit: (entry: AdminDailyContent) => void
}

/** A published or scheduled text or image. */
export function OverviewEntry({ entry, today, onEdit }: OverviewEntryProps): ReactElement {
  const { locale } = useDates()
  const label = TYPE_LABELS[entry.type]
  const when = dayWords(entry.date, today, locale)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="font-medium">{label}</h4>
        <SourceBadge source={entry.source} />
        <Doubt entry={entry} />
        <span className="text-sm text-ink-quiet">
          Saved <RelativeTime date={entry.updatedAt} />
        </span>
      </div>
      <Disclosure summary={`Preview of the ${label} for ${when}`} className="border-b-0">
        <EntryPreview entry={entry} />
      </Disclosure>
      <div className="flex flex-wrap gap-3">
        {entry.format === 'text' ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Edit the ${label} for ${when}`}
            onClick={() => onEdit(entry)}
          >
            Edit
          </Button>
        ) : null}
        <UnpublishButton entry={entry} when={when} />
      </div>
    </div>
  )
}

function Doubt({ entry }: { entry: AdminDailyContent }): ReactElement | null {
  const label = doubtLabel(entry.quotations)
  return label ? <Badge variant="gold">{label}</Badge> : null
}

function EntryPreview({ entry }: { entry: AdminDailyContent }): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <RichText
        html={entry.content}
        className="rounded-lg border border-line bg-ground p-4 sm:p-5"
      />
      {entry.format === 'text' ? <QuotationList quotations={entry.quotations} /> : null}
    </div>
  )
}

interface UnpublishButtonProps {
  entry: AdminDailyContent
  /** 'today', 'tomorrow' or the day. */
  when: string
}

function UnpublishButton({ entry, when }: UnpublishButtonProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const what = `the ${entry.type} for ${when}`
  const unpublishing = useMutation({
    mutationFn: () => unpublishContent(entry),
    onSuccess: () => {
      notifySuccess('Content unpublished successfully')
      return refreshDaily(queryClient)
    },
    onError: (error) => notifyError('Failed to unpublish content', error),
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="text-destructive"
        aria-label={`Unpublish the ${TYPE_LABELS[entry.type]} for ${when}`}
        onClick={() => setIsAsking(true)}
      >
        Unpublish
      </Button>
      <ConfirmDialog
        title={`Unpublish ${what}?`}
        description="Nobody will see it anymore. This can’t be undone."
        confirmLabel="Unpublish"
        isDestructive
        isBusy={unpublishing.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => unpublishing.mutate()}
      />
    </>
  )
}
