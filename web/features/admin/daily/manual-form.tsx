import type { ReactElement } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { DAILY_LIMITS } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { ChoiceField } from '#web/features/admin/daily/choice-field.tsx'
import { ImageField } from '#web/features/admin/daily/image-field.tsx'
import { dayWords } from '#web/features/admin/daily/labels.ts'
import { PublishDateField } from '#web/features/admin/daily/publish-date-field.tsx'
import { publishDay } from '#web/features/admin/daily/publish-day.ts'
import { PublishDialog } from '#web/features/admin/daily/publish-dialog.tsx'
import { QuotationCheck } from '#web/features/admin/daily/quotation-list.tsx'
import { type ManualFormState, useManualForm } from '#web/features/admin/daily/use-manual-form.ts'
import { useQuotations } from '#web/features/admin/daily/use-quotations.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const TYPES = { message: 'Message', reflection: 'Reflection' }
const FORMATS = { text: 'Text', image: 'Image' }

interface ManualFormProps {
  draftKey: string
  today: DateText
}

/** The form to write or upload the message or reflection of a day. */
export function ManualForm({ draftKey, today }: ManualFormProps): ReactElement {
  const { locale } = useDates()
  const state = useManualForm(draftKey, today)
  const { form, publishing } = state
  const [format, date] = useWatch({ control: form.control, name: ['format', 'date'] })
  return (
    <Form noValidate onSubmit={state.submit} className="flex flex-col gap-5">
      <ErrorNotice title="Failed to save content" error={publishing.error} />
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <ChoiceField legend="Type" labels={TYPES} {...form.register('type')} />
        <ChoiceField legend="Format" labels={FORMATS} {...form.register('format')} />
      </div>
      {format === 'text' ? <TextPart form={form} /> : <ImagePart state={state} />}
      <Controller
        control={form.control}
        name="date"
        render={({ field, fieldState }) => (
          <PublishDateField
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            today={today}
            error={fieldState.error?.message}
          />
        )}
      />
      {publishing.sent === undefined ? null : <UploadProgress sent={publishing.sent} />}
      <Button type="submit" busy={publishing.isBusy} className="self-start">
        Publish for {dayWords(publishDay(date, today), today, locale)}
      </Button>
      <PublishDialog publishing={publishing} today={today} />
    </Form>
  )
}

function TextPart({ form }: Pick<ManualFormState, 'form'>): ReactElement {
  const content = useWatch({ control: form.control, name: 'content' })
  const check = useQuotations(content)
  return (
    <>
      <Controller
        control={form.control}
        name="content"
        render={({ field, fieldState }) => (
          <Field label="Content" error={fieldState.error?.message} required>
            <RichTextEditor
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              height={400}
            />
          </Field>
        )}
      />
      <QuotationCheck check={check} />
    </>
  )
}

function ImagePart({ state }: { state: ManualFormState }): ReactElement {
  const { form, image, imageError } = state
  return (
    <>
      <ImageField file={image.file} onChange={image.choose} error={imageError} />
      <Field
        label="Image description"
        help="For people who can’t see it. Describe the picture and include any words in it."
        error={form.formState.errors.altText?.message}
        required
      >
        <Textarea limit={DAILY_LIMITS.altText} minHeight={80} {...form.register('altText')} />
      </Field>
    </>
  )
}

function UploadProgress({ sent }: { sent: number }): ReactElement {
  const percent = Math.round(sent * 100)
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label="Uploading your image" value={percent} />
      <p className="text-sm text-ink-quiet">
        {percent < 100 ? `Uploading: ${percent}%` : 'Uploaded. Just a moment…'}
      </p>
    </div>
  )
}
