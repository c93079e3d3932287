import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import {
  type ReactElement,
  type RefObject,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Reply } from '#contract/stories.ts'
import { useMember, useRight } from '#web/features/accounts/auth.tsx'
import type { AuthorAction } from '#web/features/stories/author-dialog.tsx'
import { AuthorDialog, MuteDialog, ReportDialog } from '#web/features/stories/dialogs.ts'
import { ReplyDraft, replyDraftKey } from '#web/features/stories/drafts.ts'
import { type QuietReplies, useQuietReplies } from '#web/features/stories/live-story.ts'
import type { MuteTarget } from '#web/features/stories/mute-dialog.tsx'
import { repliesQuery } from '#web/features/stories/queries.ts'
import { ReplyForm, WaitingReplies } from '#web/features/stories/reply-form.tsx'
import {
  RemoveReplyDialog,
  type ReplyAction,
  ReplyItem,
} from '#web/features/stories/reply-item.tsx'
import {
  countReplies,
  isContinuation,
  type Thread,
  threadsOf,
} from '#web/features/stories/thread.ts'
import { counted } from '#web/lib/counted.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { hasEarlyInput } from '#web/lib/early-input.ts'
import { isFromDocument } from '#web/lib/query-client.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The replies to a story, oldest first, with one reply form below the reply being answered. */
export function ReplyThread({ storyId }: { storyId: number }): ReactElement {
  const query = repliesQuery(storyId)
  const replies = useQuery(query)
  const client = useQueryClient()
  const [cameWithDocument] = useState(() => {
    const stored = client.getQueryCache().find({ queryKey: query.queryKey })
    return stored !== undefined && isFromDocument(stored)
  })
  return (
    <section aria-labelledby="replies" className="flex flex-col gap-5 border-t border-line pt-6">
      <h2 id="replies">Replies</h2>
      {replies.isPending ? <ThreadSkeleton /> : null}
      {replies.error && !replies.data ? <QueryError query={replies} /> : null}
      {replies.data ? (
        <OpenThread
          storyId={storyId}
          replies={replies.data}
          isFresh={cameWithDocument || replies.isFetchedAfterMount}
        />
      ) : null}
    </section>
  )
}

interface OpenThreadProps {
  storyId: number
  replies: Reply[]
  /**
   * Whether the server has returned them on this visit, rather than this device's copy of an
   * earlier one.
   */
  isFresh: boolean
}

function OpenThread({ storyId, replies, isFresh }: OpenThreadProps): ReactElement {
  const { id: memberId } = useMember()
  const isModerator = useRight('stories')
  const draftKey = replyDraftKey(memberId, storyId)
  const [targetId, setTargetId] = useStoredState(
    // The form above the replies has anything the member typed in the meantime.
    () => (hasEarlyInput() ? null : (readDraft(draftKey, ReplyDraft)?.targetId ?? null)),
    null,
  )
  const quiet = useQuietReplies({ storyId, replies, isFresh, answeredId: targetId })
  const { shown, fresh, reveal } = quiet
  const endRef = useRevealAtEnd(quiet)
  const threads = useMemo(() => threadsOf(shown), [shown])
  const count = countReplies(shown)
  const [newId, setNewId] = useState<number>()
  const [sent, setSent] = useState('')
  const [removing, setRemoving] = useState<Reply | null>(null)
  const [reporting, setReporting] = useState<Reply | null>(null)
  const [muting, setMuting] = useState<Reply | null>(null)
  const [author, setAuthor] = useState<{ action: AuthorAction; reply: Reply | null }>({
    action: 'warn',
    reply: null,
  })
  const target = shown.find((reply) => reply.id === targetId && !reply.isDeleted)

  const handleAction = useCallback(
    (reply: Reply, action: ReplyAction): void => {
      if (action === 'answer') setTargetId(reply.id)
      if (action === 'remove') setRemoving(reply)
      if (action === 'report') setReporting(reply)
      if (action === 'mute') setMuting(reply)
      if (action === 'warn' || action === 'suspend') setAuthor({ action, reply })
    },
    [setTargetId],
  )
  const handleReveal = (): void => {
    setNewId(fresh[0]?.id)
    reveal()
  }
  const handleSent = (reply: Reply | undefined, text: string): void => {
    setTargetId(null)
    setNewId(reply?.id)
    setSent(text)
  }
  const form = (
    <ReplyForm
      key={target?.id}
      storyId={storyId}
      draftKey={draftKey}
      sent={sent}
      target={target}
      onSent={handleSent}
      onCancel={() => setTargetId(null)}
    />
  )
  return (
    <>
      <p role="status" className="-mt-4 text-sm text-ink-quiet">
        {count > 0 ? counted(count, 'reply', 'replies') : null}
      </p>
      {target ? (
        <Button variant="outline" className="self-start" onClick={() => setTargetId(null)}>
          Reply to the story
        </Button>
      ) : (
        form
      )}
      <WaitingReplies storyId={storyId} />
      {threads.length === 0 && fresh.length === 0 ? (
        <EmptyState message="No replies yet. A kind word goes a long way." />
      ) : null}
      <ol className="-mx-1 flex flex-col gap-4">
        {threads.map((thread) => (
          <ThreadItem
            key={thread.root.id}
            thread={thread}
            newId={newId}
            targetId={target?.id}
            form={form}
            isModerator={isModerator}
            onAction={handleAction}
          />
        ))}
      </ol>
      <div ref={endRef} />
      <NewReplies count={fresh.length} onReveal={handleReveal} />
      <RemoveReplyDialog reply={removing} onClose={() => setRemoving(null)} />
      <ReportDialog
        target={reporting ? { storyId, replyId: reporting.id } : null}
        onClose={() => setReporting(null)}
      />
      <MuteDialog target={muting && muteTargetOf(muting)} onClose={() => setMuting(null)} />
      <AuthorDialog
        action={author.action}
        target={author.reply ? { storyId, replyId: author.reply.id } : null}
        onClose={() => setAuthor({ ...author, reply: null })}
      />
    </>
  )
}

/**
 * Shows new replies in their place if the reader sees the end of the thread, where they move nothing
 * that is being read. Returns the ref of the end.
 */
function useRevealAtEnd({ shown, fresh, reveal }: QuietReplies): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const revealAtEnd = useEffectEvent(() => {
    const end = ref.current?.getBoundingClientRect().top ?? 0
    if (end > 0 && end < window.innerHeight && isContinuation(shown, fresh)) reveal()
  })
  // Before the browser paints, so that the button for new replies doesn't flash.
  useLayoutEffect(() => {
    if (fresh.length > 0) revealAtEnd()
  }, [fresh])
  return ref
}

interface NewRepliesProps {
  count: number
  onReveal: () => void
}

/**
 * Stays at the bottom edge of the screen. It has a place of its own below the thread, so that it moves
 * nothing when it appears, and covers nothing at the end.
 */
function NewReplies({ count, onReveal }: NewRepliesProps): ReactElement {
  const label = counted(count, 'new reply', 'new replies')
  return (
    <div
      data-new-replies={count > 0 || undefined}
      className="pointer-events-none sticky bottom-4 z-10 -my-2 flex min-h-11 items-end justify-center max-md:bottom-18"
    >
      <p role="status" className="sr-only">
        {count > 0 ? label : null}
      </p>
      {count > 0 ? (
        <Button
          variant="outline"
          size="sm"
          className="pointer-events-auto rounded-full bg-surface shadow-lift"
          onClick={onReveal}
        >
          <MessageCircle aria-hidden size={16} />
          {label}
        </Button>
      ) : null}
    </div>
  )
}

interface ThreadItemProps {
  thread: Thread
  newId: number | undefined
  targetId: number | undefined
  form: ReactElement
  isModerator: boolean
  onAction: (reply: Reply, action: ReplyAction) => void
}

/** Threads out of view are not laid out, so that hundreds of replies scroll smoothly. */
function ThreadItem(props: ThreadItemProps): ReactElement {
  const { thread, newId, targetId, form, isModerator, onAction } = props
  const { root, answers } = thread
  const isTarget = (reply: Reply): boolean => reply.id === targetId
  return (
    <li className="[contain-intrinsic-size:auto_9rem] [content-visibility:auto] p-1">
      <ReplyItem
        reply={root}
        isNew={root.id === newId}
        isModerator={isModerator}
        onAction={onAction}
      />
      {isTarget(root) ? form : null}
      {answers.length > 0 ? (
        <ol className="mt-3 ml-2 flex flex-col gap-3 border-l-2 border-line pl-3 sm:ml-4 sm:pl-5">
          {answers.map((answer) => (
            <li key={answer.id}>
              <ReplyItem
                reply={answer}
                answeredName={answeredName(answer, root)}
                isNew={answer.id === newId}
                isModerator={isModerator}
                onAction={onAction}
              />
              {isTarget(answer) ? form : null}
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  )
}

function muteTargetOf({ id, storyId, user }: Reply): MuteTarget {
  return { storyId, replyId: id, anonymousUsername: user.anonymousUsername }
}

/**
 * The username that a reply answers: the stored reference, else the author of the top-level reply.
 */
function answeredName(answer: Reply, root: Reply): string | undefined {
  if (answer.replyTo) return answer.replyTo.anonymousUsername
  return root.isDeleted ? undefined : root.user.anonymousUsername
}

function ThreadSkeleton(): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-36" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}
