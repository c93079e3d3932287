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
  /** What it would replace. */
  existing: AdminDailyContent | undefined
  /** Its quotations that do not match. */
  doubts: Quotation[]
}

export interface Publishing {
  /** Publishes, or asks first where something stands in its place or a quotation does not match. */
  start: (submission: Submission) => void
  question: PublishQuestion | undefined
  confirm: () => void
  cancel: () => void
  isBusy: boolean
  /** Share of the image that has been sent, 0 to 1, while it is. */
  sent: number | undefined
  error: Error | null
}

export function usePublishing(options: {
  today: DateText
  /** Also after the page was left. */
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
  const look = useMutation({
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
      look.mutate(submission)
    },
    question,
    confirm: () => question && publish.mutate(question.submission),
    cancel: () => setQuestion(undefined),
    isBusy: look.isPending || publish.isPending,
    sent: publish.isPending ? sent : undefined,
    error: look.error ?? publish.error,
  }
}

/** None where they cannot be compared now: that is said beside the text, and holds nobody up. */
async function quotationsOf(queryClient: QueryClient, content: string): Promise<Quotation[]> {
  if (!content) return []
  return queryClient.fetchQuery(quotationsQuery(content)).catch(() => [])
}
