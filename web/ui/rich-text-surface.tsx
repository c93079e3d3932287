import { type Editor, EditorContent } from '@tiptap/react'
import { type ReactElement, useEffect, useImperativeHandle, useMemo } from 'react'
import { cn } from '#web/lib/cn.ts'
import { fieldLabelId, useFieldControl } from '#web/ui/field.tsx'
import type { RichTextEditorProps } from '#web/ui/rich-text-editor.tsx'
import { EditorSkeleton, FITTING_HEIGHT } from '#web/ui/rich-text-skeleton.tsx'
import { RichTextToolbar } from '#web/ui/rich-text-toolbar.tsx'
import { useRichText } from '#web/ui/use-rich-text.ts'

/** Lines are as short as readers will see them, but the whole width can be clicked. */
const TEXT_CLASSES =
  'prose-text min-h-full max-w-none! py-3 pl-4 pr-[max(1rem,calc(100%-68ch))] outline-none'

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
    <EditorSkeleton height={props.height} />
  )
}

function EditorFrame(props: SurfaceProps & { editor: Editor }): ReactElement {
  const { editor, height, isDisabled = false, images, hasButtons = false, ref } = props
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
        className={cn('overflow-y-auto overscroll-contain [&>div]:min-h-full', FITTING_HEIGHT)}
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
