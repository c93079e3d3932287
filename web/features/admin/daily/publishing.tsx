import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import type { AdminDailyContent, Quotation } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { dayWords, doubtful, doubtLabel, sourceLabel } from '#web/features/admin/daily/labels.ts'
import { findEntry, lastPublishDay, publishDay } from '#web/features/admin/daily/publish-day.ts'
import {
  overviewQuery,
  publishContent,
  quotationsQuery,
  type Submission,
} from '#web/features/admin/daily/queries.ts'
import { QuotationList } from '#web/features/admin/daily/quotations.tsx'
import { useDates } from '#web/lib/use-dates.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
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
      isBusy={question !== undefined && !publishing.isAsking}
      onConfirm={() => publishing.answer(true)}
      isOpen={question !== undefined}
      onOpenChange={(isOpen) => (isOpen ? undefined : publishing.answer(false))}
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

/** A question that is asked before a text is published. */
interface PublishQuestion {
  submission: Submission
  /** The entry that it would replace. */
  existing: AdminDailyContent | undefined
  /** The quotations that don't match. */
  doubts: Quotation[]
}

export interface Publishing {
  /**
   * Publishes. Asks first if it replaces an entry or a quotation doesn't match, and counts as canceled
   * if the answer is no.
   */
  publish: (submission: Submission) => Promise<AdminDailyContent>
  question: PublishQuestion | undefined
  /** Whether the question waits for an answer. */
  isAsking: boolean
  answer: (isYes: boolean) => void
  /** Share of the image that is uploaded, 0 to 1; undefined when none is uploading. */
  sent: number | undefined
}

export function usePublishing(today: DateText): Publishing {
  const queryClient = useQueryClient()
  const [question, setQuestion] = useState<PublishQuestion>()
  const [isAsking, setIsAsking] = useState(false)
  const [sent, setSent] = useState<number>()
  const resolve = useRef<(isYes: boolean) => void>(undefined)
  // Leaving the page is a no.
  useEffect(() => () => resolve.current?.(false), [])
  const ask = (found: PublishQuestion): Promise<boolean> => {
    setQuestion(found)
    setIsAsking(true)
    return new Promise((answer) => {
      resolve.current = answer
    })
  }
  const publish = async (submission: Submission): Promise<AdminDailyContent> => {
    const found = await questionAbout(submission, { queryClient, today })
    if (found && !(await ask(found))) throw new DOMException('Not published', 'AbortError')
    try {
      const version = found?.existing?.version ?? ''
      const onProgress = submission.image ? setSent : () => undefined
      return await publishContent({ ...submission, version }, onProgress)
    } finally {
      setQuestion(undefined)
      setSent(undefined)
    }
  }
  return {
    publish,
    question,
    isAsking,
    answer: (isYes) => {
      setIsAsking(false)
      if (!isYes) setQuestion(undefined)
      resolve.current?.(isYes)
    },
    sent,
  }
}

/** The question to confirm before publishing; undefined if none is needed. */
async function questionAbout(
  submission: Submission,
  { queryClient, today }: { queryClient: QueryClient; today: DateText },
): Promise<PublishQuestion | undefined> {
  const [overview, quotations] = await Promise.all([
    queryClient.fetchQuery(overviewQuery(today)),
    quotationsOf(queryClient, submission.content),
  ])
  const existing = findEntry(overview.entries, submission)
  const doubts = doubtful(quotations)
  return existing || doubts.length > 0 ? { submission, existing, doubts } : undefined
}

/** Empty if the comparison fails. The text's own check shows that, and it doesn't block publishing. */
async function quotationsOf(queryClient: QueryClient, content: string): Promise<Quotation[]> {
  if (!content) return []
  return queryClient.fetchQuery(quotationsQuery(content)).catch(() => [])
}

interface PublishDateFieldProps {
  /** Empty for today. */
  value: DateText | ''
  onChange: (date: DateText | '') => void
  today: DateText
  help?: string
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Selects the day to publish for: the community's today or a later day. */
export function PublishDateField(props: PublishDateFieldProps): ReactElement {
  const { value, onChange, today, help, error, ref } = props
  return (
    <Field label="Publish for" help={help} error={error}>
      <Input
        ref={ref}
        type="date"
        min={today}
        max={lastPublishDay(today)}
        value={publishDay(value, today)}
        className="w-auto"
        onChange={({ target }) => onChange(target.value === today ? '' : target.value)}
      />
    </Field>
  )
}
