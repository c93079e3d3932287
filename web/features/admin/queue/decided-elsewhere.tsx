import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { ReviewDecision } from '#contract/review.ts'
import { type DecidedSubject, lastDecisionQuery } from '#web/features/admin/queries.ts'

const WORDS: Readonly<Record<string, string>> = {
  'story-approved': 'Approved',
  'story-rejected': 'Returned to its author',
  'story-removed': 'Deleted',
  'report-kept': 'Kept',
  'reply-removed': 'Removed',
  'reply-approved': 'Approved',
  'reply-declined': 'Declined',
  'prayer-approved': 'Approved',
  'prayer-returned': 'Returned to its author',
  'prayer-withdrawn': 'Put back in review',
  'guidance-answered': 'Answered',
  'guidance-hidden': 'Hidden',
  'guidance-shown': 'Unhidden',
}

/** The outcome of an entry that somebody else decided on. */
export function DecidedElsewhere({ subject }: { subject: DecidedSubject }): ReactElement {
  const { data } = useQuery(lastDecisionQuery(subject))
  return <>{wordsOf(data ?? undefined, subject)}</>
}

function wordsOf(decision: ReviewDecision | undefined, { since, actions }: DecidedSubject): string {
  const word = decision && WORDS[decision.action]
  const isAbout = decision && decision.decidedAt >= since && actions.includes(decision.action)
  if (!word || !isAbout) return 'No longer here'
  const name = decision.mine ? 'you' : (decision.anonymousUsername ?? 'an administrator')
  return `${word} by ${name}`
}
