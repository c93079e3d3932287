import { useQueryClient } from '@tanstack/react-query'
import { Clock, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import type { GuidanceRequest } from '#contract/guidance.ts'
import { FollowUp } from '#web/features/guidance/follow-up-form.tsx'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { dropOwnRequest, refreshOwnRequests } from '#web/features/guidance/queries.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { call } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { dayText } from '#web/lib/dates.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
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
      <header className="flex items-start justify-between gap-3 max-[16rem]:flex-wrap">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={headingId} className="text-lg">
            {label}
          </h2>
          <RelativeTime date={createdAt} className="text-sm text-ink-quiet" />
          {isNew ? <Badge variant="gold">New answer</Badge> : null}
        </div>
        <DeleteRequest requestId={id} name={`${label} request of ${dayText(createdAt, dates)}`} />
      </header>
      <Words
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
          <Words
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
      <Words
        text={responseContent}
        fold="medium"
        // The key resets the expansion when the address starts to name this request.
        key={String(startsOpen)}
        startsOpen={startsOpen}
      />
    </div>
  )
}

interface DeleteRequestProps {
  requestId: number
  /** Distinguishes it from other requests: 'Faith request of March 3, 2026'. */
  name: string
}

/** Deletes a request after asking for confirmation. */
function DeleteRequest({ requestId, name }: DeleteRequestProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const close = (): void => setIsOpen(false)
  const removal = useAction({
    call: () => call(guidanceCalls.remove, { params: { id: requestId } }),
    done: 'Request deleted successfully',
    failed: 'Failed to delete request',
    onDone: () => {
      dropOwnRequest(client, requestId)
      close()
    },
    onFailed: close,
    refresh: refreshOwnRequests,
  })
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete: ${name}`}
        className="-my-1.5 text-ink-quiet"
        onClick={() => setIsOpen(true)}
      >
        <Trash2 aria-hidden size={18} />
      </Button>
      <ConfirmDialog
        title="Delete this request?"
        description="Your request and all answers will be deleted, for the guidance team too. This can’t be undone."
        confirmLabel="Delete request"
        isDestructive
        isBusy={removal.isPending}
        onConfirm={() => removal.run()}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}

/** Someone's words, with links to the Bible passages in it. */
function Words(
  props: Pick<ComponentProps<typeof FoldedText>, 'text' | 'fold' | 'labels' | 'startsOpen'>,
): ReactElement {
  return (
    <FoldedText fold="short" {...props}>
      <ScriptureText text={props.text} />
    </FoldedText>
  )
}
