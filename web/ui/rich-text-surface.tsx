import { Image } from '@tiptap/extension-image'
import { type Editor, EditorContent, type Extensions, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type ReactElement, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { PASTE } from '#web/lib/paste.ts'
import { fieldLabelId, useFieldControl } from '#web/ui/field.tsx'
import type { RichTextEditorProps, RichTextImages } from '#web/ui/rich-text-editor.tsx'
import { EditorSkeleton, FITTING_HEIGHT } from '#web/ui/rich-text-skeleton.tsx'
import { RichTextToolbar } from '#web/ui/rich-text-toolbar.tsx'

/** Lines are as short as readers will see them, but the whole width can be clicked. */
const TEXT_CLASSES =
  'prose-text min-h-full max-w-none! py-3 ps-4 pe-[max(1rem,calc(100%-68ch))] outline-none'

const FRAME_CLASSES = [
  'min-w-0 overflow-hidden rounded-lg border border-line-strong bg-surface',
  'has-aria-invalid:border-destructive has-[[role=textbox]:focus-visible]:outline-2',
  'has-[[role=textbox]:focus-visible]:outline-offset-2 has-[[role=textbox]:focus-visible]:outline-ring',
].join(' ')

type SurfaceProps = RichTextEditorProps & { height: number }

/** The editor itself, in its own chunk. */
export function RichTextSurface(props: SurfaceProps): ReactElement {
  const editor = useRichText({ ...props, attributes: useAttributes(props) })
  return editor ? (
    <EditorFrame {...props} editor={editor} />
  ) : (
    <EditorSkeleton height={props.height} className={props.className} />
  )
}

function EditorFrame(props: SurfaceProps & { editor: Editor }): ReactElement {
  const { editor, height, className, isDisabled = false, images, hasButtons = false, ref } = props
  const { id } = useFieldControl()
  useImperativeHandle(ref, () => ({ focus: () => void editor.commands.focus() }), [editor])
  useLabelFocus(editor, id)
  return (
    <div className={FRAME_CLASSES}>
      <RichTextToolbar
        editor={editor}
        controls={id}
        isDisabled={isDisabled}
        images={images}
        hasButtons={hasButtons}
      />
      <EditorContent
        editor={editor}
        className={cn(
          'overflow-y-auto overscroll-contain [&>div]:min-h-full',
          FITTING_HEIGHT,
          className,
        )}
        style={{ height }}
      />
    </div>
  )
}

function useAttributes(props: SurfaceProps): Record<string, string> {
  const { id, ...control } = useFieldControl()
  const { isDisabled, 'aria-label': label } = props
  const describedBy = control['aria-describedby']
  const isInvalid = control['aria-invalid']
  const isRequired = control['aria-required']
  return useMemo(
    () => ({
      role: 'textbox',
      dir: 'auto',
      'aria-multiline': 'true',
      class: TEXT_CLASSES,
      ...(id && { id, 'aria-labelledby': fieldLabelId(id) }),
      ...(label && { 'aria-label': label }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(isRequired && { 'aria-required': 'true' }),
      ...(isDisabled && { 'aria-disabled': 'true' }),
    }),
    [id, label, describedBy, isInvalid, isRequired, isDisabled],
  )
}

/** Focuses the editor on a click on its label, which doesn't work natively for editable elements. */
function useLabelFocus(editor: Editor, id: string | undefined): void {
  useEffect(() => {
    const label = id ? document.getElementById(fieldLabelId(id)) : null
    const handleClick = (): void => void editor.commands.focus()
    label?.addEventListener('click', handleClick)
    return () => label?.removeEventListener('click', handleClick)
  }, [editor, id])
}

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
function useRichText(options: RichTextOptions): Editor | null {
  const { value, onChange, onBlur, isDisabled = false, images, attributes } = options
  /** The page's current value. */
  const known = useRef(value)
  /** The value that was last loaded into the editor, and the editor's HTML for it. */
  const loaded = useRef({ value, html: value })
  const [content] = useState(value)
  const [extensions] = useState(() =>
    images ? [...EXTENSIONS, imageExtension(images)] : EXTENSIONS,
  )
  const editorProps = useMemo(() => ({ ...PASTE, attributes }), [attributes])
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

/** Pictures between paragraphs. Pictures that aren't allowed are removed from pasted content. */
function imageExtension({ isAllowed }: RichTextImages) {
  return Image.extend({
    parseHTML() {
      return [
        {
          tag: 'img[src]',
          getAttrs: (element) => (isAllowed(element.getAttribute('src') ?? '') ? null : false),
        },
      ]
    },
    // Otherwise typed Markdown could insert pictures from any site.
    addInputRules: () => [],
  })
}
