import { Clock } from 'lucide-react'
import type { ReactElement } from 'react'
import type { GuidanceRequest } from '#contract/guidance.ts'
import { DeleteRequest } from '#web/features/guidance/delete-request.tsx'
import { FollowUp } from '#web/features/guidance/follow-up-form.tsx'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { LongText } from '#web/features/guidance/long-text.tsx'
import { dayText } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface RequestCardProps {
  request: GuidanceRequest
  /** Whether an answer arrived while the page was open. */
  isNew: boolean
  /** Whether the address names this request. */
  isLinked: boolean
}

/** One of the member's requests with its answers and actions. */
export function RequestCard({ request, isNew, isLinked }: RequestCardProps): ReactElement {
  const dates = useDates()
  const { id, category, content, createdAt, followUp } = request
  const label = GUIDANCE_CATEGORY_LABELS[category]
  const headingId = `request-${id}`
  return (
    <Card aria-labelledby={headingId} className="flex flex-col gap-4">
      <header className="flex items-start justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={headingId} className="text-lg">
            {label}
          </h2>
          <RelativeTime date={createdAt} className="text-sm text-ink-quiet" />
          {isNew ? <Badge variant="gold">New answer</Badge> : null}
        </div>
        <DeleteRequest requestId={id} name={`${label} request of ${dayText(createdAt, dates)}`} />
      </header>
      <LongText
        text={content}
        labels={{ more: 'Show my whole request', less: 'Show less of my request' }}
      />
      <Answer of={request} startsOpen={isLinked} />
      {followUp ? (
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">Your follow-up</span>
            <RelativeTime date={followUp.createdAt} className="text-sm text-ink-quiet" />
          </p>
          <LongText
            text={followUp.content}
            labels={{ more: 'Show my whole follow-up', less: 'Show less of my follow-up' }}
          />
          <Answer of={followUp} startsOpen={isLinked} />
        </div>
      ) : null}
      {request.canFollowUp ? <FollowUp requestId={id} /> : null}
    </Card>
  )
}

interface AnswerProps {
  of: Pick<GuidanceRequest, 'responseContent' | 'respondedAt'>
  startsOpen: boolean
}

function Answer({ of: { responseContent, respondedAt }, startsOpen }: AnswerProps): ReactElement {
  if (responseContent === null) {
    return (
      <p className="flex items-center gap-2 text-ink-quiet italic">
        <Clock aria-hidden size={18} className="shrink-0" />
        Awaiting response from our guidance team...
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-1 border-l-3 border-primary pl-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
        <span className="font-medium text-ink">Our guidance team</span>
        {respondedAt ? <RelativeTime date={respondedAt} /> : null}
      </p>
      <LongText
        text={responseContent}
        // The key resets the expansion when the address starts to name this request.
        key={String(startsOpen)}
        labels={{ more: 'Read more', less: 'Read less' }}
        startsOpen={startsOpen}
      />
    </div>
  )
}
