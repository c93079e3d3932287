import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Reply } from '#contract/stories.ts'
import { REPLY_SENTENCES, STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ReplyDraft } from '#web/features/stories/drafts.ts'
import { repliesQuery, storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { KEPT_TOAST } from '#web/lib/kept-toast.ts'
import { sendOrKeep } from '#web/lib/outbox.ts'
import { SignInLink } from '#web/lib/sign-in-link.tsx'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface ReplyFormProps {
  storyId: number
  draftKey: string
  /** The reply being answered; undefined for a reply to the story itself. */
  target: Reply | undefined
  /** Called without a reply if it is kept on this device until it can be sent. */
  onSent: (reply: Reply | undefined) => void
  onCancel: () => void
}

/** Writes a reply. The text stays on this device until it is sent, even if the target changes. */
export function ReplyForm(props: ReplyFormProps): ReactElement {
  const { storyId, draftKey, target, onSent, onCancel } = props
  const targetId = target?.id ?? null
  const [content, setContent] = useStoredState(
    () => readDraft(draftKey, ReplyDraft)?.content ?? '',
    '',
  )
  const [error, setError] = useState<string>()
  const boxRef = useRef<HTMLTextAreaElement>(null)
  const send = useSendReply(storyId, draftKey)
  const known = useMemo(() => (target ? [target.user.anonymousUsername] : []), [target])
  useEffect(() => {
    if (content.trim()) writeDraft(draftKey, { content, targetId })
  }, [draftKey, content, targetId])
  useEffect(() => {
    if (targetId !== null) boxRef.current?.focus()
  }, [targetId])

  const handleChange = (text: string): void => {
    setContent(text)
    if (!text.trim()) clearDraft(draftKey)
  }
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
          onSent(delivery === 'kept' ? undefined : delivery.answer)
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
        label={target ? `Replying to @${target.user.anonymousUsername}` : 'Your reply'}
        error={error}
      >
        <IdentityCheck known={known}>
          <Textarea
            ref={boxRef}
            minHeight={100}
            limit={STORY_LIMITS.reply}
            value={content}
            readOnly={send.isPending}
            onChange={(event) => handleChange(event.target.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={content} />
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

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

// The return type is the mutation's own, inferred.
function useSendReply(storyId: number, draftKey: string) {
  const queryClient = useQueryClient()
  const memberId = useMember().id
  const [submissionKey] = useState(createSubmissionKey)
  return useMutation({
    mutationFn: (reply: { content: string; parentId: number | null }) => {
      const key = submissionKey.of(reply)
      const body = { storyId, ...reply, key }
      const options = { memberId, key: `reply:${key}`, throwsLimits: true }
      return sendOrKeep(storyCalls.reply, { body }, options)
    },
    onSuccess: (delivery) => {
      submissionKey.renew()
      clearDraft(draftKey)
      if (delivery === 'kept') {
        toast(KEPT_TOAST)
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
