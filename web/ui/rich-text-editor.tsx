import { lazy, type ReactElement, type Ref, Suspense } from 'react'
import { EditorSkeleton } from '#web/ui/rich-text-skeleton.tsx'

const RichTextSurface = lazy(async () => {
  const { RichTextSurface } = await import('#web/ui/rich-text-surface.tsx')
  return { default: RichTextSurface }
})

export interface RichTextHandle {
  focus: () => void
}

export interface RichTextEditorProps {
  /** HTML; empty without any text. */
  value: string
  /** With HTML in the same form; with exactly what was given once it is restored. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Of the part that is written in, in CSS pixels. It scrolls inside. */
  height?: number
  isDisabled?: boolean
  /** Only outside of a `Field`. */
  'aria-label'?: string
  ref?: Ref<RichTextHandle>
}

/** Formatted text with a toolbar, loaded when it is first shown. Give it a `Field`. */
export function RichTextEditor({ height = 400, ...rest }: RichTextEditorProps): ReactElement {
  return (
    <Suspense fallback={<EditorSkeleton height={height} />}>
      <RichTextSurface height={height} {...rest} />
    </Suspense>
  )
}
