import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import {
  GUIDANCE_CATEGORIES,
  GUIDANCE_LIMITS,
  GuidanceCategory,
  GuidanceContent,
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
import { tabStorage } from '#web/lib/drafts.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { QUEUED_TOAST, sendOrQueue } from '#web/lib/outbox.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** A request as entered in its form; the category is empty until one is chosen. */
const GuidanceDraft = z.object({
  category: z.union([GuidanceCategory, z.literal('')]),
  content: z.string(),
  isMinor: z.boolean().default(false),
})
type GuidanceDraft = z.infer<typeof GuidanceDraft>

const AskValues = z.object({
  category: GuidanceDraft.shape.category.pipe(GuidanceCategory),
  content: GuidanceContent,
  isMinor: z.boolean(),
})
type AskValues = z.infer<typeof AskValues>

const EMPTY_REQUEST: GuidanceDraft = { category: '', content: '', isMinor: false }

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
          category, your words and whether you checked “I am under 18”, but nothing that identifies
          you.
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
  const [content, category] = form.watch(['content', 'category'])
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
      <CrisisPanel text={content} />
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
      <MinorField {...form.register('isMinor', { onChange: startAnew })} />
      <Button type="submit" className="self-start" busy={isSending} disabled={category === ''}>
        Submit request
      </Button>
    </Form>
  )
}

/** Asked only where people under age can be members. */
function MinorField(input: UseFormRegisterReturn): ReactElement | null {
  const hasTwoReaders = useQuery(answerTimeQuery).data?.hasTwoReaders
  if (useSiteSettings()?.adultsOnly !== false) return null
  return (
    <Checkbox
      label={
        <span className="flex flex-col">
          <span>I am under 18</span>
          <span className="text-sm text-ink-quiet">
            {hasTwoReaders === false
              ? 'The person who answers will know.'
              : 'Two people on the team will read the answer before you get it.'}
          </span>
        </span>
      }
      {...input}
    />
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

type AskFormReturn = UseFormReturn<GuidanceDraft, unknown, AskValues>

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

function isEmptyRequest({ category, content, isMinor }: GuidanceDraft): boolean {
  return category === '' && content.trim() === '' && !isMinor
}

/**
 * The state of the form. Typed text is kept in this tab until it has been sent. A request that can't be
 * sent now is kept on this device until it can.
 */
function useAskForm(): AskFormState {
  const { id: memberId } = useMember()
  const client = useQueryClient()
  const [submissionKey] = useState(createSubmissionKey)
  const [outcome, setOutcome] = useState<AskFormState['outcome']>()
  const { form, submit, isSaving, error } = useServerForm({
    initial: EMPTY_REQUEST,
    values: AskValues,
    // The key has the member's id, so that another member on the same device doesn't see the draft.
    draft: {
      key: `guidance:${memberId}`,
      schema: GuidanceDraft,
      isEmpty: isEmptyRequest,
      storage: tabStorage,
    },
    save: (values) => {
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
    done: (delivery) => (delivery === 'queued' ? QUEUED_TOAST : 'Request submitted successfully'),
    failed: { title: 'Failed to submit request', description: 'Please try again later.' },
    onSaved: (delivery) => {
      submissionKey.renew()
      form.reset(EMPTY_REQUEST)
      setOutcome(delivery === 'queued' ? 'queued' : 'sent')
      if (delivery !== 'queued') void refreshOwnRequests(client)
    },
  })
  return {
    form,
    submit,
    isSending: isSaving,
    refusal: refusalOf(error),
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
