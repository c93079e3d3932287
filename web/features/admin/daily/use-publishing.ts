import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminDailyContent, Quotation } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { doubtful } from '#web/features/admin/daily/labels.ts'
import { findEntry } from '#web/features/admin/daily/publish-day.ts'
import {
  overviewQuery,
  publishContent,
  quotationsQuery,
  refreshDaily,
  type Submission,
} from '#web/features/admin/daily/queries.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'

/** What to ask before a text is published. */
export interface PublishQuestion {
  submission: Submission
  /** The entry that it would replace. */
  existing: AdminDailyContent | undefined
  /** The quotations that don't match. */
  doubts: Quotation[]
}

export interface Publishing {
  /** Publishes. Asks first if it replaces an entry or a quotation doesn't match. */
  start: (submission: Submission) => void
  question: PublishQuestion | undefined
  confirm: () => void
  cancel: () => void
  isBusy: boolean
  /** Share of the image that is uploaded, 0 to 1; undefined when none is uploading. */
  sent: number | undefined
  error: Error | null
}

export function usePublishing(options: {
  today: DateText
  /** Also called after the page was left. */
  onPublished: (entry: AdminDailyContent) => void
  onRefused?: (error: Error) => void
}): Publishing {
  const { today, onPublished, onRefused } = options
  const queryClient = useQueryClient()
  const [question, setQuestion] = useState<PublishQuestion>()
  const [sent, setSent] = useState<number>()
  const publish = useMutation({
    mutationFn: (submission: Submission) =>
      publishContent(submission, submission.image ? setSent : () => undefined),
    onSuccess: (entry) => {
      notifySuccess('Content saved successfully')
      onPublished(entry)
      return refreshDaily(queryClient)
    },
    onError: onRefused,
    onSettled: () => {
      setQuestion(undefined)
      setSent(undefined)
    },
  })
  const check = useMutation({
    mutationFn: async (submission: Submission): Promise<PublishQuestion> => {
      const [overview, quotations] = await Promise.all([
        queryClient.fetchQuery(overviewQuery(today)),
        quotationsOf(queryClient, submission.content),
      ])
      const existing = findEntry(overview.entries, submission)
      return { submission, existing, doubts: doubtful(quotations) }
    },
    onSuccess: (found) => {
      if (found.existing || found.doubts.length > 0) setQuestion(found)
      else publish.mutate(found.submission)
    },
    onError: onRefused,
  })
  return {
    start: (submission) => {
      publish.reset()
      check.mutate(submission)
    },
    question,
    confirm: () => question && publish.mutate(question.submission),
    cancel: () => setQuestion(undefined),
    isBusy: check.isPending || publish.isPending,
    sent: publish.isPending ? sent : undefined,
    error: check.error ?? publish.error,
  }
}

/** Empty if the comparison fails. The text's own check shows that, and it doesn't block publishing. */
async function quotationsOf(queryClient: QueryClient, content: string): Promise<Quotation[]> {
  if (!content) return []
  return queryClient.fetchQuery(quotationsQuery(content)).catch(() => [])
}
