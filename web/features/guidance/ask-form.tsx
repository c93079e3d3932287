import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { GUIDANCE_CATEGORIES, GUIDANCE_LIMITS } from '#contract/guidance.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { type AskFormReturn, useAskForm } from '#web/features/guidance/use-ask-form.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** The form for asking the guidance team. */
export function AskForm(): ReactElement {
  const { form, submit, isSending, refusal, outcome } = useAskForm()
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {outcome ? <Outcome isKept={outcome === 'kept'} /> : null}
      {refusal ? <Notice variant="error">{refusal}</Notice> : null}
      <Field label="Category" required error={errors.category?.message}>
        <Select {...form.register('category')}>
          <option value="">Choose a category</option>
          {GUIDANCE_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {GUIDANCE_CATEGORY_LABELS[category]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Your request"
        required
        help="Leave out names and places that could identify you."
        error={errors.content?.message}
      >
        <IdentityCheck>
          <Textarea
            minHeight={160}
            limit={GUIDANCE_LIMITS.content}
            readOnly={isSending}
            {...form.register('content')}
          />
        </IdentityCheck>
      </Field>
      <CrisisWatch control={form.control} />
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

function Outcome({ isKept }: { isKept: boolean }): ReactElement {
  return (
    <div ref={takeFocus} tabIndex={-1} className="scroll-mt-24 rounded-lg">
      <Notice
        variant="success"
        title={
          isKept ? 'Your request is saved on this device' : 'Your request is with our guidance team'
        }
      >
        <p>
          {isKept ? 'We’ll send it when you’re back online. ' : ''}
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
