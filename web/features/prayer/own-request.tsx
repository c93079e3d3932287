import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import type { OwnPrayerRequest } from '#contract/prayer.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { PrayerForm } from '#web/features/prayer/prayer-form.tsx'
import {
  answerDraftKey,
  prayerDraftKey,
  useAnswer,
  useEdit,
  useStep,
} from '#web/features/prayer/use-own-request.ts'
import { SecondLook } from '#web/features/second-looks/second-look.tsx'
import {
  EMPTY_STORY,
  findUnfinishedStory,
  keepStoryDraft,
  storyDraftKey,
} from '#web/features/stories/drafts.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { dayText } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { forgetText, keptText, useTextChange } from '#web/lib/use-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFormFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

const cardClasses = 'flex flex-col rounded-xl border border-line bg-surface p-4 sm:p-5'

/** One of the member's requests with its status and actions. */
export function OwnRequest({ request }: { request: OwnPrayerRequest }): ReactElement {
  const { id, content } = request
  const draftKey = prayerDraftKey(useMember().id, id)
  const [isEditing, setIsEditing] = useStoredState(() => keptText(draftKey) !== undefined, false)
  const edit = useEdit(id)
  const handleEdit = (): void => setIsEditing(true)
  if (isEditing && request.canEdit) {
    const close = (): void => setIsEditing(false)
    return (
      <li className={cn(cardClasses, 'gap-3')}>
        {request.status === 'approved' ? (
          <p className="text-sm text-ink-quiet">
            Our team reviews the new text first. Until it’s approved, your request isn’t in the
            list.
          </p>
        ) : null}
        <Reason request={request} />
        <PrayerForm
          draftKey={draftKey}
          saved={{ text: content, version: request.version }}
          submitLabel="Submit again"
          save={edit}
          onSaved={close}
          onClose={close}
        />
      </li>
    )
  }
  return (
    <li className={cn(cardClasses, 'gap-2')}>
      <div className="flex items-start justify-between gap-3">
        <Status request={request} />
        <RequestMenu request={request} onEdit={handleEdit} />
      </div>
      <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
      <Answer request={request} />
      <Reason request={request} />
      <Steps request={request} onEdit={handleEdit} />
      {request.rejectionReason ? <SecondLook subject="prayer" id={id} /> : null}
    </li>
  )
}

function Status({ request }: { request: OwnPrayerRequest }): ReactElement {
  const dates = useDates()
  const { status, endsAt, wasPrayedFor, canRenew } = request
  const isOpen = status === 'approved'
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
      {status === 'pending' ? <Badge variant="gold">For Approval</Badge> : null}
      {status === 'rejected' ? <Badge variant="destructive">Needs a change</Badge> : null}
      {status === 'ended' ? <Badge variant="neutral">Ended</Badge> : null}
      {status === 'answered' ? <Badge variant="gold">Answered</Badge> : null}
      {wasPrayedFor ? <Badge>Prayed for</Badge> : null}
      {isOpen && endsAt ? (
        <span className={canRenew ? 'font-medium text-ink' : undefined}>
          In the list until {dayText(endsAt, dates)}
        </span>
      ) : null}
      {status === 'pending' ? <span>Only you and our team see it.</span> : null}
      {status === 'ended' && endsAt ? <RelativeTime date={endsAt} /> : null}
    </p>
  )
}

function Answer({ request }: { request: OwnPrayerRequest }): ReactElement | null {
  const { answer, answerState } = request
  if (!answer) return null
  return (
    <div className="border-l-3 border-gold pl-4">
      <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-wrap">
        {answer}
      </p>
      {answerState === 'pending' ? (
        <p className="text-sm text-ink-quiet">
          Only you and our team see this line until it’s approved.
        </p>
      ) : null}
      {answerState === 'rejected' ? (
        <p className="text-sm text-ink-quiet">
          Only you and our team see this line. It needs a change.
        </p>
      ) : null}
    </div>
  )
}

/** The reason why the request, or the line about its answer, was returned. */
function Reason({ request }: { request: OwnPrayerRequest }): ReactElement | null {
  if (!request.rejectionReason) return null
  return (
    <blockquote
      dir="auto"
      className="max-w-prose border-s-3 border-line-strong ps-4 wrap-anywhere whitespace-pre-wrap"
    >
      {request.rejectionReason}
    </blockquote>
  )
}

function Steps(props: { request: OwnPrayerRequest; onEdit: () => void }): ReactElement | null {
  const { request, onEdit } = props
  const renew = useStep('renew', request.id)
  const isAnswered = request.status === 'answered'
  if (request.status === 'pending') return null
  return (
    <div className="flex flex-wrap gap-3 pt-1">
      {request.status === 'rejected' ? (
        <Button variant="outline" size="sm" onClick={onEdit}>
          Edit and submit again
        </Button>
      ) : null}
      {request.canRenew ? (
        <Button variant="secondary" size="sm" busy={renew.isPending} onClick={() => renew.run()}>
          Renew for 30 days
        </Button>
      ) : null}
      {request.canAnswer ? <AnswerDialog request={request} /> : null}
      {isAnswered ? <TestimonyButton request={request} /> : null}
    </div>
  )
}

/** Opens the story form with a draft that is created here; nothing leaves this device. */
function TestimonyButton({ request }: { request: OwnPrayerRequest }): ReactElement {
  const navigate = useNavigate()
  const draftKey = storyDraftKey(useMember().id)
  const handlePress = async (): Promise<void> => {
    const unfinished = await findUnfinishedStory(draftKey)
    // The new draft would replace it.
    if (unfinished.draft || unfinished.hasRecording) {
      toast({
        title: 'You have an unfinished story',
        description: 'Submit or discard it first. Nothing was changed.',
      })
      void navigate({ to: '/flow', search: { tab: 'exit' } })
      return
    }
    const draft = { ...EMPTY_STORY, category: 'faith', content: testimonyOf(request) } as const
    keepStoryDraft(draftKey, draft)
    void navigate({ to: '/flow', search: { tab: 'exit' }, state: { writingSince: Date.now() } })
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void handlePress()}>
      Share as a story
    </Button>
  )
}

interface RequestMenuProps {
  request: OwnPrayerRequest
  onEdit: () => void
}

function RequestMenu({ request, onEdit }: RequestMenuProps): ReactElement {
  const { id, content, status } = request
  const [isAsking, setIsAsking] = useState(false)
  const end = useStep('end', id)
  const removal = useStep('remove', id, () => setIsAsking(false))
  return (
    <>
      <MoreMenu
        label={`More about your request: ${shortened(content)}`}
        className="-mr-3 text-ink-quiet"
      >
        {request.canEdit && status !== 'rejected' ? (
          <DropdownMenuItem onSelect={onEdit}>Edit</DropdownMenuItem>
        ) : null}
        {request.canEnd ? (
          <DropdownMenuItem onSelect={() => end.run()}>End request</DropdownMenuItem>
        ) : null}
        <DropdownMenuItem isDestructive onSelect={() => setIsAsking(true)}>
          Delete
        </DropdownMenuItem>
      </MoreMenu>
      <ConfirmDialog
        title="Delete this request?"
        description="It will be deleted for everyone. This can’t be undone."
        confirmLabel="Delete request"
        isDestructive
        isBusy={removal.isPending}
        onConfirm={() => removal.run()}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
      />
    </>
  )
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Marks a request as answered, with an optional line about how. */
function AnswerDialog({ request }: { request: OwnPrayerRequest }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const isAnswered = request.status === 'answered'
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button variant="outline" size="sm">
          {isAnswered ? (request.answer ? 'Change the line' : 'Add a line') : 'Mark as answered'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={isAnswered ? 'How it was answered' : 'Mark as answered'}
        description="Your request moves to the answered prayers. Our team will review your line before others see it."
      >
        <AnswerForm request={request} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

interface AnswerFormProps {
  request: OwnPrayerRequest
  onDone: () => void
}

function AnswerForm({ request, onDone }: AnswerFormProps): ReactElement {
  const draftKey = answerDraftKey(useMember().id, request.id)
  const { version } = request
  const [text, setText, began] = useTextChange(draftKey, { text: request.answer ?? '', version })
  const answering = useAnswer(request.id)
  const { error } = answering
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (answering.isPending) return
    const body = { answer: text.trim(), version: began() }
    answering.mutate(body, {
      onSuccess: () => {
        forgetText(draftKey)
        onDone()
      },
    })
  }
  const problem = error
    ? (error instanceof ApiError && error.fields.answer) || sentenceOf(error)
    : undefined
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field label="How was it answered?" help="Optional." error={problem}>
        <IdentityCheck>
          <Textarea
            limit={PRAYER_LIMITS.answer}
            value={text}
            readOnly={answering.isPending}
            onChange={({ target }) => setText(target.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={text} />
      <DialogFormFooter className="mt-0" busy={answering.isPending}>
        {request.status === 'answered' ? 'Save' : 'Mark as answered'}
      </DialogFormFooter>
    </Form>
  )
}

/** The beginning of a story about an answered request, in the author's own words. */
function testimonyOf({ content, answer }: Pick<OwnPrayerRequest, 'content' | 'answer'>): string {
  return [`I asked for prayer: “${content}”`, answer].filter(Boolean).join('\n\n')
}
