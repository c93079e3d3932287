import type { Editor } from '@tiptap/react'
import { type ReactElement, type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { RichTextImages } from '#web/ui/rich-text-editor.tsx'

interface InsertionProps {
  editor: Editor
  onClose: () => void
}

/** Edits the address that the selected text links to. */
export function RichTextLinkForm({ editor, onClose }: InsertionProps): ReactElement {
  const current = String(editor.getAttributes('link').href ?? '')
  const [text, setText] = useState(current)
  const [error, setError] = useState<string>()
  const handleSubmit = (): void => {
    const href = linkAddress(text)
    if (!href) {
      setError(NO_ADDRESS)
      return
    }
    setLink(editor, href)
    onClose()
  }
  const handleRemove = (): void => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <InsertionForm
      onSubmit={handleSubmit}
      submitLabel="Set link"
      removal={current ? { label: 'Remove link', onRemove: handleRemove } : undefined}
    >
      <AddressField value={text} onChange={setText} error={error} />
    </InsertionForm>
  )
}

/** Links the selection, or changes the link at the cursor; without either, inserts the address. */
function setLink(editor: Editor, href: string): void {
  const isInLink = editor.isActive('link')
  if (editor.state.selection.empty && !isInLink) {
    const text = href.replace(/^mailto:/, '')
    const marks = [{ type: 'link', attrs: { href } }]
    editor.chain().insertContent({ type: 'text', text, marks }).run()
    return
  }
  editor.chain().extendMarkRange('link').setLink({ href }).run()
}

/** The class of a link that looks like a button. */
const BUTTON_CLASS = 'button'
const LONGEST_WORDS = 80

/** Whether the selection is in a link that looks like a button. */
export function isInButton(editor: Editor): boolean {
  return editor.isActive('link', { class: BUTTON_CLASS })
}

/** Edits a button's words and address. */
export function RichTextButtonForm({ editor, onClose }: InsertionProps): ReactElement {
  const [isNew] = useState(() => !isInButton(editor))
  const [words, setWords] = useState(() => (isNew ? selectedText(editor) : buttonText(editor)))
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [errors, setErrors] = useState<{
    words?: string | undefined
    address?: string | undefined
  }>({})
  const handleSubmit = (): void => {
    const href = linkAddress(address)
    const text = words.trim()
    if (!href || text === '') {
      setErrors({
        words: text === '' ? 'Say what the button does.' : undefined,
        address: href ? undefined : NO_ADDRESS,
      })
      return
    }
    writeButton(editor, { text, href, isNew })
    onClose()
  }
  const handleRemove = (): void => {
    editor.chain().extendMarkRange('link').deleteSelection().run()
    onClose()
  }
  return (
    <InsertionForm
      onSubmit={handleSubmit}
      submitLabel={isNew ? 'Insert button' : 'Change button'}
      removal={isNew ? undefined : { label: 'Remove button', onRemove: handleRemove }}
    >
      <Field label="Words" help="Such as “Read the story”." error={errors.words} required>
        <Input
          autoComplete="off"
          maxLength={LONGEST_WORDS}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <AddressField value={address} onChange={setAddress} error={errors.address} />
    </InsertionForm>
  )
}

function selectedText({ state: { doc, selection } }: Editor): string {
  return doc.textBetween(selection.from, selection.to, ' ').slice(0, LONGEST_WORDS)
}

function buttonText(editor: Editor): string {
  const { parent } = editor.state.selection.$from
  const words: string[] = []
  parent.descendants((node) => {
    const isPart = node.marks.some(({ attrs }) => attrs.class === BUTTON_CLASS)
    if (isPart && node.text) words.push(node.text)
  })
  return words.join('')
}

/** Inserts a new button in its own paragraph, followed by an empty one, or changes the current button. */
function writeButton(
  editor: Editor,
  { text, href, isNew }: { text: string; href: string; isNew: boolean },
): void {
  const marks = [{ type: 'link', attrs: { href, class: BUTTON_CLASS } }]
  const words = { type: 'text', text, marks }
  if (!isNew) {
    editor.chain().extendMarkRange('link').insertContent(words).run()
    return
  }
  editor
    .chain()
    .insertContent([{ type: 'paragraph', content: [words] }, { type: 'paragraph' }])
    .run()
}

const LONGEST_ALT = 300

/** Inserts a picture, or edits the selected one. */
export function RichTextImageForm(
  props: InsertionProps & { images: RichTextImages },
): ReactElement {
  const { editor, images, onClose } = props
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
    <InsertionForm
      onSubmit={() => void handleSubmit()}
      submitLabel={current ? 'Change image' : 'Insert image'}
      isBusy={sent !== undefined}
      removal={current ? { label: 'Remove image', onRemove: handleRemove } : undefined}
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
    </InsertionForm>
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

interface InsertionFormProps {
  onSubmit: () => void
  submitLabel: string
  isBusy?: boolean
  /** Undefined for something new. */
  removal: { label: string; onRemove: () => void } | undefined
  children: ReactNode
}

/** The fields of something to insert or change, with the button that removes it. */
function InsertionForm(props: InsertionFormProps): ReactElement {
  const { onSubmit, submitLabel, isBusy, removal, children } = props
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // React events of a dialog bubble to the form around the editor.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {children}
      <DialogFooter className="mt-2">
        {removal ? (
          <Button variant="outline" onClick={removal.onRemove}>
            {removal.label}
          </Button>
        ) : null}
        <Button type="submit" busy={isBusy}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </Form>
  )
}

const NO_ADDRESS = 'Enter a web address, such as https://example.org.'

interface AddressFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function AddressField({ value, onChange, error }: AddressFieldProps): ReactElement {
  return (
    <Field label="Address" help="A web address or an email address." error={error} required>
      <Input
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

const EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/
const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** The URL for a typed address; `https:` if no scheme was typed. Undefined if it isn't an address. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return undefined
  if (EMAIL.test(text) && !text.includes(':')) return `mailto:${text}`
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !SCHEMES.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:') return EMAIL.test(url.pathname) ? url.href : undefined
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : undefined
}
