import { type Editor, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef, useState } from 'react'

interface RichTextOptions {
  value: string
  onChange: (html: string) => void
  onBlur?: (() => void) | undefined
  isDisabled?: boolean | undefined
  /** Of the element that is written in. Keep the object while nothing in it changes. */
  attributes: Record<string, string>
}

/** Only what can be published: code would lose its markup. Links open when they are read. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { rel: null, target: null },
    },
  }),
]

/** A Tiptap editor whose text follows `value` and reports each change of it. Null until it is made. */
export function useRichText(options: RichTextOptions): Editor | null {
  const { value, onChange, onBlur, isDisabled = false, attributes } = options
  /** The value that the page has. */
  const known = useRef(value)
  /** What was last put into the editor, and how the editor writes it. */
  const loaded = useRef({ value, html: value })
  const [content] = useState(value)
  const editorProps = useMemo(() => ({ attributes }), [attributes])
  const editor = useEditor({
    // One made while rendering is gone again where the page takes its time to show it.
    immediatelyRender: false,
    extensions: EXTENSIONS,
    content,
    editorProps,
    onBlur: () => onBlur?.(),
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed)
      const next = html === loaded.current.html ? loaded.current.value : html
      if (next === known.current) return
      known.current = next
      onChange(next)
    },
  })

  useEffect(() => {
    if (editor) loaded.current = { value: content, html: htmlOf(editor) }
  }, [editor, content])
  useEffect(() => {
    if (!editor || value === known.current) return
    known.current = value
    editor.commands.setContent(value, { emitUpdate: false })
    loaded.current = { value, html: htmlOf(editor) }
  }, [editor, value])
  useEffect(() => {
    editor?.setEditable(!isDisabled, false)
  }, [editor, isDisabled])
  return editor
}

/** Empty without text, and without empty lines at its end. */
function htmlOf(editor: Editor): string {
  if (editor.getText().trim() === '') return ''
  return editor.getHTML().replace(/(<p><\/p>)+$/, '')
}
