import { type Editor, type Extensions, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RichTextImages } from '#web/ui/rich-text-editor.tsx'
import { imageExtension } from '#web/ui/rich-text-image.ts'

interface RichTextOptions {
  value: string
  onChange: (html: string) => void
  onBlur?: (() => void) | undefined
  isDisabled?: boolean | undefined
  images?: RichTextImages | undefined
  /** The attributes of the text area. Pass the same object while nothing in it changes. */
  attributes: Record<string, string>
}

/** Only formats that can be published, so no code. Links don't open in the editor. */
const EXTENSIONS: Extensions = [
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

/** A Tiptap editor whose text follows `value` and reports changes. Null until it is created. */
export function useRichText(options: RichTextOptions): Editor | null {
  const { value, onChange, onBlur, isDisabled = false, images, attributes } = options
  /** The page's current value. */
  const known = useRef(value)
  /** The value that was last loaded into the editor, and the editor's HTML for it. */
  const loaded = useRef({ value, html: value })
  const [content] = useState(value)
  const [extensions] = useState(() =>
    images ? [...EXTENSIONS, imageExtension(images)] : EXTENSIONS,
  )
  const editorProps = useMemo(() => ({ attributes }), [attributes])
  const editor = useEditor({
    // An editor created during rendering is destroyed again if the page takes long to mount.
    immediatelyRender: false,
    extensions,
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

/** The editor's HTML without trailing empty paragraphs; empty if there is no text or picture. */
function htmlOf(editor: Editor): string {
  if (editor.getText().trim() === '' && !hasImage(editor)) return ''
  return editor.getHTML().replace(/(<p><\/p>)+$/, '')
}

function hasImage(editor: Editor): boolean {
  let isFound = false
  editor.state.doc.descendants(({ type }) => {
    isFound ||= type.name === 'image'
    return !isFound
  })
  return isFound
}
