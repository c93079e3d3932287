import type { Editor } from '@tiptap/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { linkAddress } from '#web/ui/link-address.ts'

/** The class of a link that looks like a button. */
const BUTTON_CLASS = 'button'
const LONGEST_WORDS = 80

interface ButtonFormProps {
  editor: Editor
  onClose: () => void
}

/** Whether the selection is in a link that looks like a button. */
export function isInButton(editor: Editor): boolean {
  return editor.isActive('link', { class: BUTTON_CLASS })
}

/** Edits a button's words and address. */
export function RichTextButtonForm({ editor, onClose }: ButtonFormProps): ReactElement {
  const [isNew] = useState(() => !isInButton(editor))
  const [words, setWords] = useState(() => (isNew ? selectedText(editor) : buttonText(editor)))
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [errors, setErrors] = useState<{
    words?: string | undefined
    address?: string | undefined
  }>({})
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // React events of a dialog bubble to the form around the editor.
    event.stopPropagation()
    const href = linkAddress(address)
    const text = words.trim()
    if (!href || text === '') {
      setErrors({
        words: text === '' ? 'Say what the button does.' : undefined,
        address: href ? undefined : 'Enter a web address, such as https://example.org.',
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
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field label="Words" help="Such as “Read the story”." error={errors.words} required>
        <Input
          autoComplete="off"
          maxLength={LONGEST_WORDS}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <Field
        label="Address"
        help="A web address or an email address."
        error={errors.address}
        required
      >
        <Input
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
      <DialogFooter className="mt-2">
        {isNew ? null : (
          <Button variant="outline" onClick={handleRemove}>
            Remove button
          </Button>
        )}
        <Button type="submit">{isNew ? 'Insert button' : 'Change button'}</Button>
      </DialogFooter>
    </Form>
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
