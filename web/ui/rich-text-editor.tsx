import { lazy, type ReactElement, type Ref, Suspense } from 'react'
import { EditorSkeleton } from '#web/ui/rich-text-skeleton.tsx'

const RichTextSurface = lazy(async () => {
  const { RichTextSurface } = await import('#web/ui/rich-text-surface.tsx')
  return { default: RichTextSurface }
})

export interface RichTextHandle {
  focus: () => void
}

/** The pictures that a text may hold. */
export interface RichTextImages {
  /** Stores a file and gives its address. Throws with a sentence for the writer as its message. */
  upload: (file: File, onProgress: (sent: number) => void) => Promise<string>
  /** Whether a picture that is pasted may stay. */
  isAllowed: (address: string) => boolean
  /** Kinds of files, as a file input takes them. */
  accept: string
  /** What can be chosen, as a sentence. */
  help: string
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
  /** Without it the text holds no pictures. Keep the object. */
  images?: RichTextImages
  /** Offers links that look like a button: those of the class `button`. */
  hasButtons?: boolean
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
