import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { ReviewDecision } from '#contract/review.ts'
import { type DecidedSubject, lastDecisionQuery } from '#web/features/admin/queue/queries.ts'

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

const GONE = 'No longer here'

/** The outcome of an entry that somebody else decided on. */
export function DecidedElsewhere({
  subject,
}: {
  /** Undefined if its decisions can't be looked up. */
  subject: DecidedSubject | undefined
}): ReactNode {
  return subject ? <LastDecision subject={subject} /> : GONE
}

function LastDecision({ subject }: { subject: DecidedSubject }): ReactElement {
  const { data } = useQuery(lastDecisionQuery(subject))
  return <>{wordsOf(data ?? undefined, subject)}</>
}

function wordsOf(decision: ReviewDecision | undefined, { since, actions }: DecidedSubject): string {
  const word = decision && WORDS[decision.action]
  const isAbout = decision && decision.decidedAt >= since && actions.includes(decision.action)
  if (!word || !isAbout) return GONE
  const name = decision.mine ? 'you' : (decision.anonymousUsername ?? 'an administrator')
  return `${word} by ${name}`
}
