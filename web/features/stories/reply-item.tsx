import { useQueryClient } from '@tanstack/react-query'
import {
  CornerDownRight,
  Flag,
  type LucideIcon,
  Trash2,
  TriangleAlert,
  UserX,
  VolumeX,
} from 'lucide-react'
import { memo, type ReactElement, useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { AUTHOR_TOLD, ReasonDialog } from '#web/features/rules/reason-dialog.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { MutedLine } from '#web/features/stories/muted-line.tsx'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { useAction } from '#web/lib/use-action.ts'
import { forgetText } from '#web/lib/use-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
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
        <bdi className="font-semibold">{name}</bdi>
        {reply.mine ? <span className="text-sm text-ink-quiet">(you)</span> : null}
        <RelativeTime date={reply.createdAt} className="text-sm text-ink-quiet" />
        {reply.isWaiting ? <Badge variant="gold">In review</Badge> : null}
      </p>
      <p dir="auto" className="max-w-prose whitespace-pre-wrap">
        {answeredName ? <bdi className="font-medium text-primary">@{answeredName} </bdi> : null}
        <ScriptureText text={reply.content} />
      </p>
      {reply.isWaiting && reply.mine ? (
        <p className="text-sm text-ink-quiet">
          Your reply will appear once our team has reviewed it.
        </p>
      ) : null}
      <div className="-ml-2.5 flex flex-wrap items-center gap-1 text-ink-quiet">
        {reply.isWaiting ? null : (
          <Button
            variant="ghost"
            size="sm"
            className="gap-1.5 px-2.5 text-ink-quiet"
            onClick={() => onAction(reply, 'answer')}
          >
            <CornerDownRight aria-hidden size={16} />
            Reply
            <span className="sr-only">
              {' '}
              to <bdi>{name}</bdi>
            </span>
          </Button>
        )}
        <ReplyMenu
          name={name}
          entries={menuOf(reply, isModerator)}
          onChoose={(action) => onAction(reply, action)}
        />
      </div>
    </article>
  )
})

interface MenuEntry {
  action: ReplyAction
  label: string
  icon: LucideIcon
}

/** A reader's choices for a reply besides answering it. */
function menuOf(reply: Reply, isModerator: boolean): MenuEntry[] {
  const { canMute, isMuted, canReport, canDelete, mine } = reply
  const entries: [boolean, MenuEntry][] = [
    [canMute && !isMuted, { action: 'mute', label: 'Mute', icon: VolumeX }],
    [canReport, { action: 'report', label: 'Report', icon: Flag }],
    [canDelete, { action: 'remove', label: 'Delete', icon: Trash2 }],
    [isModerator && !mine, { action: 'warn', label: 'Warn author', icon: TriangleAlert }],
    [isModerator && !mine, { action: 'suspend', label: 'Suspend author', icon: UserX }],
  ]
  return entries.filter(([isOffered]) => isOffered).map(([, entry]) => entry)
}

interface ReplyMenuProps {
  /** The author's community username. */
  name: string
  entries: MenuEntry[]
  onChoose: (action: ReplyAction) => void
}

function ReplyMenu({ name, entries, onChoose }: ReplyMenuProps): ReactElement | null {
  if (entries.length === 0) return null
  return (
    <MoreMenu label={`More about the reply by ${name}`} className="text-ink-quiet" align="start">
      {entries.map(({ action, label, icon: Icon }) => (
        <DropdownMenuItem
          key={action}
          isDestructive={action === 'remove'}
          opens={() => onChoose(action)}
        >
          <Icon aria-hidden size={18} />
          {label}
        </DropdownMenuItem>
      ))}
    </MoreMenu>
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
  const about = { storyId: shown?.storyId ?? 0, replyId: shown?.id }
  const draftKey = reasonDraftKey('removal', { memberId: useMember().id, ...about })
  const removal = useAction({
    call: ({ reply, reason }: { reply: Reply; reason?: string }) =>
      call(storyCalls.removeReply, {
        params: { id: reply.id },
        body: reason ? { reason } : undefined,
      }),
    done: 'Reply deleted successfully',
    failed: 'Failed to delete reply',
    onDone: (_, { reply: { id, storyId } }) => {
      forgetText(draftKey)
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
  const question = {
    confirmLabel: 'Delete reply',
    isDestructive: true,
    isBusy: removal.isPending,
    isOpen: reply !== null,
    onOpenChange: (isOpen: boolean) => (isOpen ? undefined : onClose()),
  }
  return shown?.mine === false ? (
    <ReasonDialog
      key={draftKey}
      {...question}
      title="Delete this reply?"
      description={AUTHOR_TOLD}
      draftKey={draftKey}
      limit={STORY_LIMITS.reason}
      onConfirm={(reason) => reply && removal.run({ reply, reason })}
    />
  ) : (
    <ConfirmDialog
      {...question}
      title="Delete your reply?"
      description="This can’t be undone."
      onConfirm={() => reply && removal.run({ reply })}
    />
  )
}
