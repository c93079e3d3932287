import { useQueryClient } from '@tanstack/react-query'
import { CornerDownRight, Flag, Trash2, TriangleAlert, UserX, VolumeX } from 'lucide-react'
import { memo, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/stories.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { MutedLine } from '#web/features/stories/muted-line.tsx'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export type ReplyAction = 'answer' | 'remove' | 'report' | 'mute' | 'warn' | 'suspend'

interface ReplyItemProps {
  reply: Reply
  /** The community username of the author it answers. */
  answeredName?: string | undefined
  /** Whether it is new in the thread; it then scrolls into view and takes the focus. */
  isNew: boolean
  /** Whether the reader may warn and suspend its author. */
  isModerator: boolean
  onAction: (reply: Reply, action: ReplyAction) => void
}

/** Rerenders only when its own props change. */
export const ReplyItem = memo(function ReplyItem(props: ReplyItemProps): ReactElement {
  const { reply, answeredName, isNew, isModerator, onAction } = props
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNew) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'center' })
  }, [isNew])
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isShown) ref.current?.focus({ preventScroll: true })
  }, [isShown])
  if (reply.isDeleted) {
    return <p className="py-1 text-ink-quiet italic">This reply was removed</p>
  }
  if (reply.isMuted && !isShown) {
    return <MutedLine about="reply" onShow={() => setShown(true)} />
  }
  const name = reply.user.anonymousUsername
  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={`Reply by ${name}`}
      className={cn('rounded-lg', isNew && 'bg-primary-soft px-3 py-2')}
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{name}</span>
        {reply.mine ? <span className="text-sm text-ink-quiet">(you)</span> : null}
        <RelativeTime date={reply.createdAt} className="text-sm text-ink-quiet" />
        {reply.isWaiting ? <Badge variant="gold">In review</Badge> : null}
      </p>
      <p className="max-w-prose whitespace-pre-wrap">
        {answeredName ? <span className="font-medium text-primary">@{answeredName} </span> : null}
        <ScriptureText text={reply.content} />
      </p>
      {reply.isWaiting && reply.mine ? (
        <p className="text-sm text-ink-quiet">
          Your reply will appear once our team has reviewed it.
        </p>
      ) : null}
      <div className="-ml-2.5 flex flex-wrap gap-1 text-ink-quiet">
        {reply.isWaiting ? null : (
          <ActionButton
            label="Reply"
            about={`to ${name}`}
            onPress={() => onAction(reply, 'answer')}
          >
            <CornerDownRight aria-hidden size={16} />
          </ActionButton>
        )}
        {reply.canDelete ? (
          <ActionButton
            label="Delete"
            about={`reply by ${name}`}
            onPress={() => onAction(reply, 'remove')}
          >
            <Trash2 aria-hidden size={16} />
          </ActionButton>
        ) : null}
        {reply.canReport ? (
          <ActionButton
            label="Report"
            about={`reply by ${name}`}
            onPress={() => onAction(reply, 'report')}
          >
            <Flag aria-hidden size={16} />
          </ActionButton>
        ) : null}
        {reply.canMute && !reply.isMuted ? (
          <ActionButton label="Mute" about={name} onPress={() => onAction(reply, 'mute')}>
            <VolumeX aria-hidden size={16} />
          </ActionButton>
        ) : null}
        {isModerator && !reply.mine ? (
          <ActionButton
            label="Warn author"
            about={`of the reply by ${name}`}
            onPress={() => onAction(reply, 'warn')}
          >
            <TriangleAlert aria-hidden size={16} />
          </ActionButton>
        ) : null}
        {isModerator && !reply.mine ? (
          <ActionButton
            label="Suspend author"
            about={`of the reply by ${name}`}
            onPress={() => onAction(reply, 'suspend')}
          >
            <UserX aria-hidden size={16} />
          </ActionButton>
        ) : null}
      </div>
    </article>
  )
})

interface ActionButtonProps {
  label: string
  /** Tells screen readers which reply the button is for. */
  about: string
  onPress: () => void
  children: ReactNode
}

function ActionButton({ label, about, onPress, children }: ActionButtonProps): ReactElement {
  return (
    <Button variant="ghost" size="sm" className="gap-1.5 px-2.5 text-ink-quiet" onClick={onPress}>
      {children}
      {label}
      <span className="sr-only"> {about}</span>
    </Button>
  )
}

interface RemoveReplyDialogProps {
  /** The dialog is open while this is set. */
  reply: Reply | null
  onClose: () => void
}

/** Asks before a reply is deleted. */
export function RemoveReplyDialog({ reply, onClose }: RemoveReplyDialogProps): ReactElement {
  const [shown, setShown] = useState(reply)
  if (reply && reply !== shown) setShown(reply)
  const client = useQueryClient()
  const removal = useAction({
    call: ({ id }: Reply) => call(storyCalls.removeReply, { params: { id } }),
    done: 'Reply deleted successfully',
    failed: 'Failed to delete reply',
    onDone: (_, { id, storyId }) => {
      client.setQueryData(repliesQuery(storyId).queryKey, (replies) =>
        replies?.map((reply) =>
          reply.id === id ? { ...reply, content: '', isDeleted: true } : reply,
        ),
      )
      void client.invalidateQueries({ queryKey: repliesQuery(storyId).queryKey })
      void client.invalidateQueries({ queryKey: storyQuery(storyId).queryKey })
      onClose()
    },
    onFailed: onClose,
  })
  return (
    <ConfirmDialog
      title={shown?.mine ? 'Delete your reply?' : 'Delete this reply?'}
      description="This can’t be undone."
      confirmLabel="Delete reply"
      isDestructive
      isBusy={removal.isPending}
      onConfirm={() => reply && removal.run(reply)}
      isOpen={reply !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
    />
  )
}
