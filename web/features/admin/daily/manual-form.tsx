import { ImageUp } from 'lucide-react'
import { type ChangeEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { type AdminDailyContent, DAILY_LIMITS } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import {
  FilePreview,
  IMAGE_ACCEPT,
  IMAGE_HELP,
  imageProblem,
  sizeLabel,
} from '#web/features/admin/chosen-file.tsx'
import { dayWords, namedDay } from '#web/features/admin/daily/labels.ts'
import {
  isEmptyManual,
  ManualDraft,
  type ManualValues,
  manualForNextGap,
  manualValues,
  submissionOf,
} from '#web/features/admin/daily/manual-values.ts'
import { publishDay } from '#web/features/admin/daily/publish-day.ts'
import {
  PublishDateField,
  PublishDialog,
  usePublishing,
} from '#web/features/admin/daily/publishing.tsx'
import { refreshDaily } from '#web/features/admin/daily/queries.ts'
import { QuotationCheck, useQuotations } from '#web/features/admin/daily/quotations.tsx'
import { ChoiceField } from '#web/features/admin/kit/choice-field.tsx'
import { FormBar } from '#web/features/admin/kit/form-bar.tsx'
import { useKeptImage } from '#web/features/admin/kit/use-kept-image.ts'
import { ApiError } from '#web/lib/api.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { RichTextField, TextareaField } from '#web/ui/form-fields.tsx'
import { Input } from '#web/ui/input.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'

interface ManualPanelProps {
  draftKey: string
  today: DateText
  /** The content published for today and later; undefined until it is known. */
  entries: readonly AdminDailyContent[] | undefined
  /** Returns true once after the panel is opened from another part of the page. */
  takeFocus: () => boolean
  /** Called with the day that the form is for; undefined once it is closed. */
  onDay: (day: DateText | undefined) => void
}

const TYPES = { message: 'Message', reflection: 'Reflection' }
const FORMATS = { text: 'Text', image: 'Image' }

/** The form to write or upload the message or reflection of a day. */
export function ManualPanel(props: ManualPanelProps): ReactElement {
  const { draftKey, today, entries = [], takeFocus, onDay } = props
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takeFocus()) return
    card.current?.scrollIntoView({ block: 'start' })
    card.current?.focus({ preventScroll: true })
  }, [takeFocus])
  const { locale } = useDates()
  const image = useKeptImage(draftKey)
  const [imageError, setImageError] = useState<string>()
  const publishing = usePublishing(today)
  const { form, send, error, isSaving } = useServerForm({
    initial: manualForNextGap(entries, today),
    values: manualValues(today),
    draft: { key: draftKey, schema: ManualDraft, isEmpty: isEmptyManual },
    save: (values) => publishing.publish(submissionOf(values, image.file ?? undefined)),
    done: 'Content saved successfully',
    onSaved: (saved) => {
      image.choose(null)
      form.reset(manualForNextGap([...entries, saved], today))
    },
    onFailed: (failure) => {
      if (form.getValues('format') !== 'image') return
      // The server's error about the content is about the image.
      form.clearErrors('content')
      setImageError(imageRefusal(failure))
    },
    refresh: refreshDaily,
  })
  const lacksImage = (): boolean => {
    const lacks = form.getValues('format') === 'image' && !image.file
    setImageError(lacks ? 'Choose an image.' : undefined)
    return lacks
  }
  const submit = form.handleSubmit(
    (values) => (lacksImage() ? undefined : send(values)),
    () => void lacksImage(),
  )
  const handleImage = (file: File | null): void => {
    setImageError(undefined)
    image.choose(file)
  }
  const [type, format, date] = useWatch({ control: form.control, name: ['type', 'format', 'date'] })
  const day = publishDay(date, today)
  // The calendar beside the form marks it.
  useEffect(() => {
    onDay(day)
    return () => onDay(undefined)
  }, [day, onDay])
  return (
    <SectionCard
      ref={card}
      tabIndex={-1}
      title={`${TYPES[type]} for ${namedDay(day, today, locale)}`}
      className="scroll-mt-20"
    >
      <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ErrorNotice title="Failed to save content" error={error} />
        <div className="flex flex-wrap gap-x-8 gap-y-3 max-sm:grid max-sm:grid-cols-[4fr_3fr] max-sm:gap-x-3">
          <ChoiceField legend="Type" labels={TYPES} {...form.register('type')} />
          <ChoiceField legend="Format" labels={FORMATS} {...form.register('format')} />
          <div className="max-sm:col-span-2">
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
          </div>
        </div>
        {format === 'text' ? (
          <TextPart form={form} />
        ) : (
          <>
            <ImageField file={image.file} onChange={handleImage} error={imageError} />
            <TextareaField
              form={form}
              name="altText"
              label="Image description"
              help="For people who can’t see it. Describe the picture and include any words in it."
              limit={DAILY_LIMITS.altText}
              minHeight={80}
              required
            />
          </>
        )}
        {publishing.sent === undefined ? null : <UploadProgress sent={publishing.sent} />}
        <FormBar>
          <Button type="submit" busy={isSaving && !publishing.isAsking}>
            Publish for {dayWords(day, today, locale)}
          </Button>
          <p className="text-sm text-ink-quiet max-sm:sr-only">
            Your draft stays on this device until you publish it.
          </p>
        </FormBar>
        <PublishDialog publishing={publishing} today={today} />
      </Form>
    </SectionCard>
  )
}

/** The server's error about the image itself, if any. */
function imageRefusal(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isAboutImage = error.code === 'too_large' || error.code === 'unsupported_media'
  return error.fields.content ?? (isAboutImage ? error.sentence : undefined)
}

interface TextPartProps {
  form: UseFormReturn<ManualDraft, unknown, ManualValues>
}

function TextPart({ form }: TextPartProps): ReactElement {
  const content = useWatch({ control: form.control, name: 'content' })
  const check = useQuotations(content)
  return (
    <>
      <RichTextField form={form} name="content" label="Content" height={400} required />
      <QuotationCheck check={check} />
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

interface ImageFieldProps {
  file: File | null
  onChange: (file: File | null) => void
  /** Why the form was refused with this image, or without one. */
  error: string | undefined
}

/** Selects and previews an image. Refuses a file that can't be uploaded. */
function ImageField({ file, onChange, error }: ImageFieldProps): ReactElement {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = target.files?.[0]
    if (!chosen) return
    const found = imageProblem(chosen)
    setProblem(found)
    if (found) target.value = ''
    else onChange(chosen)
  }
  const handleRemove = (): void => {
    if (input.current) input.current.value = ''
    setProblem(undefined)
    onChange(null)
    input.current?.focus()
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label="Image" help={IMAGE_HELP} error={problem ?? error} required>
        <Input ref={input} type="file" name="image" accept={IMAGE_ACCEPT} onChange={handleChange} />
      </Field>
      {file ? <ChosenImage file={file} onRemove={handleRemove} /> : null}
    </div>
  )
}

function ChosenImage({ file, onRemove }: { file: File; onRemove: () => void }): ReactElement {
  return (
    <figure className="flex flex-col items-start gap-2">
      <FilePreview
        file={file}
        alt="Preview of the selected file"
        className="max-h-80 max-w-full rounded-lg border border-line"
      />
      <figcaption className="flex max-w-full flex-wrap items-center gap-x-4 text-sm text-ink-quiet">
        <span className="inline-flex min-w-0 items-center gap-2">
          <ImageUp aria-hidden size={16} className="shrink-0" />
          <span className="min-w-0 break-all">
            {file.name}, {sizeLabel(file.size)}
          </span>
        </span>
        <Button variant="link" size="sm" onClick={onRemove}>
          Remove image
        </Button>
      </figcaption>
    </figure>
  )
}
