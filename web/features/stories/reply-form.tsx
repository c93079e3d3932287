import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import {
  type ReactElement,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isolated } from '#contract/direction.ts'
import type { NewReply, Reply } from '#contract/stories.ts'
import { REPLY_SENTENCES, STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { useCompleteStep } from '#web/features/dashboard/day-steps.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ReplyDraft } from '#web/features/stories/drafts.ts'
import { repliesQuery, storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { isSignedOut, sentenceOf } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { clearDraft } from '#web/lib/drafts.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { QUEUED_TOAST, sendOrQueue } from '#web/lib/outbox.ts'
import { aText, aWholeNumber, fieldsOf } from '#web/lib/shape.ts'
import { SignInLink } from '#web/lib/sign-in-link.tsx'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

const SentReply = fieldsOf<Pick<NewReply, 'storyId' | 'content'>>({
  storyId: aWholeNumber,
  content: aText,
})

const REPLY_DRAFT = {
  initial: { content: '', targetId: null },
  isEmpty: ({ content }: ReplyDraft) => !content.trim(),
}

interface ReplyFormProps {
  storyId: number
  draftKey: string
  /** The text of the last reply, which another form may have sent. */
  sent: string
  /** The reply being answered; undefined for a reply to the story itself. */
  target: Reply | undefined
  /** Called without a reply if it is kept on this device until it can be sent. */
  onSent: (reply: Reply | undefined, text: string) => void
  onCancel: () => void
}

/** Writes a reply. The text stays on this device until it is sent, even if the target changes. */
export function ReplyForm(props: ReplyFormProps): ReactElement {
  const { storyId, draftKey, sent, target, onSent, onCancel } = props
  const targetId = target?.id ?? null
  const [{ content }, setDraft] = useDraft(draftKey, ReplyDraft, REPLY_DRAFT)
  const setContent = (text: string): void => setDraft({ content: text, targetId })
  const [error, setError] = useState<string>()
  const boxRef = useRef<HTMLTextAreaElement>(null)
  const send = useSendReply(storyId, draftKey)
  const known = useMemo(() => (target ? [target.user.anonymousUsername] : []), [target])
  const keepTarget = useEffectEvent(() => {
    if (content.trim()) setContent(content)
  })
  useEffect(() => {
    keepTarget()
    if (targetId !== null) boxRef.current?.focus()
  }, [targetId])

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const reply = content.trim()
    const problem = problemOf(reply)
    setError(problem)
    if (problem) {
      boxRef.current?.focus()
      return
    }
    send.mutate(
      { content: reply, parentId: targetId },
      {
        onSuccess: (delivery) => {
          setContent('')
          onSent(delivery === 'queued' ? undefined : delivery.answer, reply)
        },
      },
    )
  }

  return (
    <Form
      noValidate
      onSubmit={handleSubmit}
      className={target ? 'mt-2 flex flex-col gap-3 rounded-lg bg-sand p-3' : 'flex flex-col gap-3'}
    >
      {send.error ? (
        <Notice variant="error" title="Failed to submit reply">
          <p>{failureSentence(send.error)}</p>
          {isSignedOut(send.error) ? (
            <SignInLink className="font-semibold underline underline-offset-2" />
          ) : null}
        </Notice>
      ) : null}
      <Field
        label={
          target ? `Replying to ${isolated(`@${target.user.anonymousUsername}`)}` : 'Your reply'
        }
        error={error}
      >
        <IdentityCheck known={known}>
          <Textarea
            ref={boxRef}
            minHeight={100}
            limit={STORY_LIMITS.reply}
            value={content}
            readOnly={send.isPending}
            onChange={(event) => setContent(event.target.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={content.trim() ? content : sent} isSent={!content.trim()} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={send.isPending}>
          Send reply
        </Button>
        {target ? (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </Form>
  )
}

function problemOf(reply: string): string | undefined {
  if (reply === '') return REPLY_SENTENCES.required
  return isWithinLength(reply, STORY_LIMITS.reply) ? undefined : REPLY_SENTENCES.tooLong
}

function failureSentence(error: Error): string {
  return isSignedOut(error) ? 'Please log in to reply' : sentenceOf(error)
}

// The return type is the mutation's own, inferred.
function useSendReply(storyId: number, draftKey: string) {
  const queryClient = useQueryClient()
  const memberId = useMember().id
  const [submissionKey] = useState(createSubmissionKey)
  const completeStep = useCompleteStep()
  return useSending({
    mutationFn: (reply: { content: string; parentId: number | null }) => {
      const key = submissionKey.of(reply)
      const body = { storyId, ...reply, key }
      const options = {
        memberId,
        key: `reply:${key}`,
        title: 'Reply',
        text: reply.content,
        throwsLimits: true,
      }
      return sendOrQueue(storyCalls.reply, { body }, options)
    },
    onSuccess: (delivery) => {
      submissionKey.renew()
      clearDraft(draftKey)
      completeStep('encourage')
      if (delivery === 'queued') {
        toast(QUEUED_TOAST)
        return
      }
      const { answer: reply } = delivery
      const description = reply.isWaiting
        ? 'Your reply will appear once our team has reviewed it.'
        : undefined
      toast({ title: 'Reply submitted successfully', description })
      const { queryKey } = repliesQuery(storyId)
      queryClient.setQueryData(queryKey, (replies) => replies && [...replies, reply])
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: storyQuery(storyId).queryKey })
      void queryClient.invalidateQueries({ queryKey: storyListsKey, refetchType: 'none' })
    },
  })
}

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
          <p dir="auto" className="max-w-prose whitespace-pre-wrap">
            {reply?.content}
          </p>
        </li>
      ))}
    </ul>
  )
}
