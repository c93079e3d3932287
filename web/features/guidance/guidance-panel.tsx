import { zodResolver } from '@hookform/resolvers/zod'
import { type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  GUIDANCE_CATEGORIES,
  GUIDANCE_LIMITS,
  GuidanceCategory,
  GuidanceContent,
  type guidanceEndpoints,
} from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { FLOW_TAB_LABELS } from '#web/features/flow/flow-tabs.ts'
import {
  answerTimeSentence,
  GUIDANCE_CATEGORY_LABELS,
} from '#web/features/guidance/guidance-labels.ts'
import { answerTimeQuery, refreshOwnRequests } from '#web/features/guidance/queries.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ApiError } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { type Delivery, QUEUED_TOAST, sendOrQueue } from '#web/lib/outbox.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The category is a string at first, because it is empty until one is chosen. */
const AskValues = z.object({
  category: z.string().pipe(GuidanceCategory),
  content: GuidanceContent,
})

/** A request as entered in its form; the category may be missing. */
const GuidanceDraft = z.object({
  category: z.union([GuidanceCategory, z.literal('')]),
  content: z.string(),
})
type GuidanceDraft = z.infer<typeof GuidanceDraft>

const EMPTY_REQUEST: GuidanceDraft = { category: '', content: '' }

/** Prefetches the data that the panel shows first. */
export function loadGuidance({ client }: MemberLoad): Promise<void> {
  return prefetch(client, answerTimeQuery)
}

/** Who reads a request, and what the team can't keep to itself. */
function WhoSeesIt(): ReactElement {
  const limit = useSiteSettings()?.confidentialityLimit
  return (
    <p className="text-sm leading-snug">
      Our team reads your words without knowing who you are. {limit}
    </p>
  )
}

/** Ask for Guidance (member document, section 2). The text box comes first, below who sees it. */
export function GuidancePanel(): ReactElement {
  return (
    <section aria-labelledby="ask-for-guidance" className="flex flex-col gap-3 lg:gap-4">
      <PageHeading title={FLOW_TAB_LABELS.guidance} className="justify-start">
        <h2 id="ask-for-guidance" className="sr-only">
          Ask for Guidance.
        </h2>
        <WhoSeesIt />
      </PageHeading>
      <div className="grid gap-6 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <AskForm />
        </div>
        <HowItWorks />
      </div>
    </section>
  )
}

/** One line, which opens to the rest. */
function HowItWorks(): ReactElement {
  const measuredHours = useQuery(answerTimeQuery).data?.hours
  const promisedHours = useSiteSettings()?.answerPromiseHours
  useRefreshOn('guidance', answerTimeQuery.queryKey)
  const answerTime = answerTimeSentence({ measuredHours, promisedHours })
  return (
    <div className="border-t border-line lg:mt-8 lg:self-start lg:rounded-xl lg:border lg:bg-surface lg:px-6 lg:py-2">
      <Disclosure
        className="border-b-0"
        summary={
          <span className="text-sm font-normal">
            {answerTime ?? 'Someone on our team will reply.'}{' '}
            <span className="font-medium whitespace-nowrap text-primary underline underline-offset-4">
              Learn more
            </span>
          </span>
        }
      >
        <p className="max-w-prose">
          Someone on our team of spiritual leaders will read your request and reply. You’ll find the
          answer under My Guidance Responses. You are anonymous to the team as well: they see your
          category and your words, but nothing that identifies you.
        </p>
      </Disclosure>
      <Button asChild variant="link">
        <Link to="/guidance-responses">My Guidance Responses</Link>
      </Button>
    </div>
  )
}

/** The form for asking the guidance team. */
function AskForm(): ReactElement {
  const { form, submit, isSending, refusal, outcome, startAnew } = useAskForm()
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {outcome ? <Outcome isQueued={outcome === 'queued'} /> : null}
      {refusal ? <Notice variant="error">{refusal}</Notice> : null}
      <Field
        label="Your request"
        required
        help="Leave out names and places that could identify you."
        error={errors.content?.message}
      >
        <IdentityCheck>
          <Textarea
            minHeight={140}
            limit={GUIDANCE_LIMITS.content}
            readOnly={isSending}
            {...form.register('content', { onChange: startAnew })}
          />
        </IdentityCheck>
      </Field>
      <CrisisWatch control={form.control} />
      <Field label="Category" required error={errors.category?.message}>
        <Select {...form.register('category', { onChange: startAnew })}>
          <option value="">Choose a category</option>
          {GUIDANCE_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {GUIDANCE_CATEGORY_LABELS[category]}
            </option>
          ))}
        </Select>
      </Field>
      <SubmitButton control={form.control} isSending={isSending} />
    </Form>
  )
}

type Control = AskFormReturn['control']

function CrisisWatch({ control }: { control: Control }): ReactElement {
  return <CrisisPanel text={useWatch({ control, name: 'content' })} />
}

function SubmitButton({
  control,
  isSending,
}: {
  control: Control
  isSending: boolean
}): ReactElement {
  const category = useWatch({ control, name: 'category' })
  return (
    <Button type="submit" className="self-start" busy={isSending} disabled={category === ''}>
      Submit request
    </Button>
  )
}

function Outcome({ isQueued }: { isQueued: boolean }): ReactElement {
  return (
    <div ref={takeFocus} tabIndex={-1} className="scroll-mt-24 rounded-lg">
      <Notice
        variant="success"
        title={
          isQueued
            ? 'Your request is saved on this device'
            : 'Your request is with our guidance team'
        }
      >
        <p>
          {isQueued ? 'We’ll send it when you’re back online. ' : ''}
          You’ll find the answer under{' '}
          <Link
            to="/guidance-responses"
            className="font-medium text-primary underline underline-offset-4"
          >
            My Guidance Responses
          </Link>
          .
        </p>
      </Notice>
    </div>
  )
}

/** Takes the focus, because the pressed button is disabled by now. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

type AskFormReturn = UseFormReturn<z.input<typeof AskValues>, unknown, AskValues>

interface AskFormState {
  form: AskFormReturn
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  isSending: boolean
  /** An error message that belongs to no field. */
  refusal: string | undefined
  /** The outcome of the last request, until the next one is started. */
  outcome: 'sent' | 'queued' | undefined
  /** Removes the outcome, once the next request is being written. */
  startAnew: () => void
}

/** Drafts belong to one member, so another member on the same device does not see them. */
function guidanceDraftKey(memberId: string): string {
  return `guidance:${memberId}`
}

function isEmptyRequest({ category, content }: GuidanceDraft): boolean {
  return category === '' && content.trim() === ''
}

/** The state of the form. Typed text is kept in this tab until it has been sent. */
function useAskForm(): AskFormState {
  const draftKey = guidanceDraftKey(useMember().id)
  const [outcome, setOutcome] = useState<AskFormState['outcome']>()
  const form: AskFormReturn = useDraftForm(
    { key: draftKey, schema: GuidanceDraft, isEmpty: isEmptyRequest, storage: tabStorage },
    { defaultValues: EMPTY_REQUEST, resolver: zodResolver(AskValues) },
  )
  const ask = useAsk()
  const submitValues = form.handleSubmit((values) => {
    if (ask.isPending) return
    ask.mutate(values, {
      onSuccess: (delivery) => {
        form.reset(EMPTY_REQUEST)
        setOutcome(delivery === 'queued' ? 'queued' : 'sent')
      },
      onError: (error) => showFieldErrors(form, { error, names: ['category', 'content'] }),
    })
  })
  return {
    form,
    submit: (event) => void submitValues(event),
    isSending: ask.isPending,
    refusal: refusalOf(ask.error),
    outcome,
    startAnew: () => setOutcome(undefined),
  }
}

/**
 * An error of the whole request, such as a rate limit, which the generic toast does not explain.
 */
function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined
  return Object.keys(error.fields).length === 0 ? error.sentence : undefined
}

type AskValues = z.output<typeof AskValues>

type Asked = Delivery<typeof guidanceEndpoints.ask>

/**
 * Sends a request, or keeps it on this device until it can be sent. The `onSuccess` steps run even
 * if the member has left the page.
 */
function useAsk(): UseMutationResult<Asked, Error, AskValues> {
  const { id: memberId } = useMember()
  const client = useQueryClient()
  const [submissionKey] = useState(createSubmissionKey)
  return useSending({
    mutationFn: (values: AskValues) => {
      const key = submissionKey.of(values)
      const options = {
        memberId,
        key: `guidance:${key}`,
        title: 'Guidance request',
        text: values.content,
        throwsLimits: true,
      }
      return sendOrQueue(guidanceCalls.ask, { body: { ...values, key } }, options)
    },
    onSuccess: (delivery) => {
      submissionKey.renew()
      clearDraft(guidanceDraftKey(memberId), tabStorage)
      if (delivery === 'queued') {
        toast(QUEUED_TOAST)
        return
      }
      toast({ title: 'Request submitted successfully' })
      void refreshOwnRequests(client)
    },
    onError: () =>
      toast({
        title: 'Failed to submit request',
        description: 'Please try again later.',
        variant: 'destructive',
      }),
  })
}
