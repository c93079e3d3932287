import type { ReactElement } from 'react'
import { Controller } from 'react-hook-form'
import { EMAIL_LIMITS } from '#contract/email.ts'
import { uploadMailImage } from '#web/features/admin/email/queries.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { IMAGE_ACCEPT, IMAGE_HELP } from '#web/features/admin/image-file.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { RichTextEditor, type RichTextImages } from '#web/ui/rich-text-editor.tsx'

/** Administrator document, section 9. */
const EDITOR_HEIGHT = 600

/** Only images from this site: an external image would tell its host who reads the email. */
const IMAGES: RichTextImages = {
  upload: uploadMailImage,
  isAllowed: (address) =>
    /^\/api\/(email-images|daily\/images|images)\/[0-9a-f]+\.webp$/.test(address),
  accept: IMAGE_ACCEPT,
  help: IMAGE_HELP,
}

/** The subject, preview text and content of an email. */
export function MailFields({ form }: Pick<MailFormState, 'form'>): ReactElement {
  const { errors } = form.formState
  return (
    <>
      <Field label="Subject" error={errors.subject?.message} required>
        <Input
          autoComplete="off"
          limit={EMAIL_LIMITS.subject}
          {...form.register('subject', { onChange: () => form.clearErrors('subject') })}
        />
      </Field>
      <Field
        label="Preview text"
        help="Inboxes show it after the subject. Without it, they show the beginning of the email."
        error={errors.preheader?.message}
      >
        <Input
          autoComplete="off"
          limit={EMAIL_LIMITS.preheader}
          {...form.register('preheader', { onChange: () => form.clearErrors('preheader') })}
        />
      </Field>
      <Controller
        control={form.control}
        name="html"
        render={({ field, fieldState }) => (
          <Field label="Content" error={fieldState.error?.message} required>
            <RichTextEditor
              ref={field.ref}
              value={field.value}
              onChange={(html) => {
                form.clearErrors('html')
                field.onChange(html)
              }}
              onBlur={field.onBlur}
              height={EDITOR_HEIGHT}
              images={IMAGES}
              hasButtons
            />
          </Field>
        )}
      />
    </>
  )
}
