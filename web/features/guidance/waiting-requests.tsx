import { Clock } from 'lucide-react'
import type { ReactElement } from 'react'
import { GuidanceQuestion } from '#contract/guidance.ts'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The member's unsent requests on this device. Renders nothing if there are none. */
export function WaitingRequests(): ReactElement | null {
  const { waiting } = useOutbox()
  const requests = waiting
    .filter(({ url }) => url === guidanceCalls.ask.path)
    .flatMap(({ id, madeAt, body }) => {
      const request = GuidanceQuestion.safeParse(body).data
      return request ? [{ id, madeAt, request }] : []
    })
  if (requests.length === 0) return null
  return (
    <ul aria-label="Your unsent requests" className="flex flex-col gap-3">
      {requests.map(({ id, madeAt, request }) => (
        <li key={id} className="rounded-xl border border-line-strong border-dashed p-5">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
            <Clock aria-hidden size={16} />
            <span className="font-medium">Not sent yet</span>
            <span>{GUIDANCE_CATEGORY_LABELS[request.category]}</span>
            <RelativeTime date={new Date(madeAt).toISOString()} />
          </p>
          <p className="mt-2 max-w-prose whitespace-pre-wrap">{request.content}</p>
        </li>
      ))}
    </ul>
  )
}
