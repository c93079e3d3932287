import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { dayWords, doubtLabel, sourceLabel } from '#web/features/admin/daily/labels.ts'
import { QuotationList } from '#web/features/admin/daily/quotation-list.tsx'
import type { Publishing, PublishQuestion } from '#web/features/admin/daily/use-publishing.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

interface PublishDialogProps {
  publishing: Publishing
  today: DateText
}

/** Shows what would be replaced, and which quotations don't match, before content is published. */
export function PublishDialog({ publishing, today }: PublishDialogProps): ReactElement {
  const { locale } = useDates()
  const { question } = publishing
  return (
    <ConfirmDialog
      title={question?.existing ? 'Replace published content?' : 'Publish with this quotation?'}
      description={question ? descriptionOf(question, today, locale) : ''}
      confirmLabel={question?.existing ? 'Replace' : 'Publish'}
      isBusy={publishing.isBusy}
      onConfirm={publishing.confirm}
      isOpen={question !== undefined}
      onOpenChange={(isOpen) => (isOpen ? undefined : publishing.cancel())}
    >
      {question ? <QuestionDetails question={question} /> : null}
    </ConfirmDialog>
  )
}

function descriptionOf(question: PublishQuestion, today: DateText, locale: string): string {
  const { submission, existing, doubts } = question
  const { type, date } = submission
  const what = `The ${type} for ${dayWords(date, today, locale)}`
  const replaced = existing ? `${what} is already published. Yours will replace it.` : ''
  const doubt = doubtLabel(doubts)
  return [replaced, doubt ? `${doubt}.` : ''].filter(Boolean).join(' ')
}

function QuestionDetails({ question }: { question: PublishQuestion }): ReactElement {
  const { existing, doubts } = question
  return (
    <div className="flex flex-col gap-4">
      {doubts.length > 0 ? <QuotationList quotations={doubts} /> : null}
      {existing ? (
        <section
          aria-label="Published now"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
          tabIndex={0}
          className="max-h-64 overflow-y-auto rounded-lg border border-line bg-ground p-4"
        >
          <p className="mb-2 text-sm text-ink-quiet">{sourceLabel(existing.source)}</p>
          <RichText html={existing.content} />
        </section>
      ) : null}
    </div>
  )
}
