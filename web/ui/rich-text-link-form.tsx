import type { Editor } from '@tiptap/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { linkAddress } from '#web/ui/link-address.ts'

interface LinkFormProps {
  editor: Editor
  onClose: () => void
}

/** Edits the address that the selected text links to. */
export function RichTextLinkForm({ editor, onClose }: LinkFormProps): ReactElement {
  const current = String(editor.getAttributes('link').href ?? '')
  const [text, setText] = useState(current)
  const [error, setError] = useState<string>()
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // React events of a dialog bubble to the form around the editor.
    event.stopPropagation()
    const href = linkAddress(text)
    if (!href) {
      setError('Enter a web address, such as https://example.org.')
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
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field label="Address" help="A web address or an email address." error={error} required>
        <Input
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <DialogFooter className="mt-2">
        {current ? (
          <Button variant="outline" onClick={handleRemove}>
            Remove link
          </Button>
        ) : null}
        <Button type="submit">Set link</Button>
      </DialogFooter>
    </Form>
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
