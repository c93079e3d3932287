import type { Editor } from '@tiptap/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { RichTextImages } from '#web/ui/rich-text-editor.tsx'

const LONGEST_ALT = 300

interface ImageFormProps {
  editor: Editor
  images: RichTextImages
  onClose: () => void
}

/** Inserts a picture, or edits the selected one. */
export function RichTextImageForm({ editor, images, onClose }: ImageFormProps): ReactElement {
  const [current] = useState(() =>
    editor.isActive('image') ? editor.getAttributes('image') : undefined,
  )
  const [file, setFile] = useState<File>()
  const [alt, setAlt] = useState(() => String(current?.alt ?? ''))
  const [errors, setErrors] = useState<{ file?: string | undefined; alt?: string | undefined }>({})
  const [sent, setSent] = useState<number>()
  const handleSubmit = async (): Promise<void> => {
    const lacksFile = !current && !file
    const words = alt.trim()
    setErrors({
      file: lacksFile ? 'Choose an image.' : undefined,
      alt: words === '' ? 'Say what the image shows.' : undefined,
    })
    if (lacksFile || words === '' || sent !== undefined) return
    if (!file) {
      editor.chain().updateAttributes('image', { alt: words }).run()
      return onClose()
    }
    setSent(0)
    try {
      const src = await images.upload(file, setSent)
      insertImage(editor, { src, alt: words })
      onClose()
    } catch (error) {
      setErrors({
        file: error instanceof Error ? error.message : 'This image couldn’t be uploaded.',
      })
      setSent(undefined)
    }
  }
  const handleRemove = (): void => {
    editor.chain().deleteSelection().run()
    onClose()
  }
  return (
    <Form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        // React events of a dialog bubble to the form around the editor.
        event.stopPropagation()
        void handleSubmit()
      }}
      className="flex flex-col gap-4"
    >
      <Field
        label={current ? 'Replace the image' : 'Image'}
        help={images.help}
        error={errors.file}
        required={!current}
      >
        <Input
          type="file"
          accept={images.accept}
          onChange={({ target }) => setFile(target.files?.[0])}
          className="file:mr-3 file:rounded-md file:border-0 file:bg-sand file:px-3 file:py-1 file:font-medium file:text-ink"
        />
      </Field>
      <Field
        label="What it shows"
        help="For people who can’t see it. Include any words in the image."
        error={errors.alt}
        required
      >
        <Input
          autoComplete="off"
          maxLength={LONGEST_ALT}
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
        />
      </Field>
      {sent === undefined ? null : (
        <Progress label="Uploading the image" value={Math.round(sent * 100)} />
      )}
      <DialogFooter className="mt-2">
        {current ? (
          <Button variant="outline" onClick={handleRemove}>
            Remove image
          </Button>
        ) : null}
        <Button type="submit" busy={sent !== undefined}>
          {current ? 'Change image' : 'Insert image'}
        </Button>
      </DialogFooter>
    </Form>
  )
}

/** Replaces the selected picture, or inserts one at the cursor with an empty paragraph after it. */
function insertImage(editor: Editor, attrs: { src: string; alt: string }): void {
  if (editor.isActive('image')) {
    editor
      .chain()
      .updateAttributes('image', { ...attrs, width: null, height: null })
      .run()
    return
  }
  editor
    .chain()
    .insertContent([{ type: 'image', attrs }, { type: 'paragraph' }])
    .run()
}
