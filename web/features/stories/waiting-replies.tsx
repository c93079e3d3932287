import { Clock } from 'lucide-react'
import type { ReactElement } from 'react'
import type { NewReply } from '#contract/stories.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText, aWholeNumber, fieldsOf } from '#web/lib/shape.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const SentReply = fieldsOf<Pick<NewReply, 'storyId' | 'content'>>({
  storyId: aWholeNumber,
  content: aText,
})

/** The member's unsent replies to a story on this device. Renders nothing when there are none. */
export function WaitingReplies({ storyId }: { storyId: number }): ReactElement | null {
  const { waiting } = useOutbox()
  const replies = waiting
    .filter(({ url }) => url === storyCalls.reply.path)
    .map(({ id, madeAt, body }) => ({ id, madeAt, reply: SentReply.safeParse(body).data }))
    .filter(({ reply }) => reply?.storyId === storyId)
  if (replies.length === 0) return null
  return (
    <ul aria-label="Your unsent replies" className="flex flex-col gap-3">
      {replies.map(({ id, madeAt, reply }) => (
        <li key={id} className="rounded-lg border border-line border-dashed p-3">
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-quiet">
            <Clock aria-hidden size={16} />
            <span className="font-medium">Not sent yet</span>
            <RelativeTime date={new Date(madeAt).toISOString()} />
          </p>
          <p className="max-w-prose whitespace-pre-wrap">{reply?.content}</p>
        </li>
      ))}
    </ul>
  )
}
