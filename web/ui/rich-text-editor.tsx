import { lazy, type ReactElement, type Ref, Suspense } from 'react'
import { EditorSkeleton } from '#web/ui/rich-text-skeleton.tsx'

const RichTextSurface = lazy(async () => {
  const { RichTextSurface } = await import('#web/ui/rich-text-surface.tsx')
  return { default: RichTextSurface }
})

export interface RichTextHandle {
  focus: () => void
}

/** How a text may contain pictures. */
export interface RichTextImages {
  /** Stores a file and returns its address. Throws an error with a sentence for the writer. */
  upload: (file: File, onProgress: (sent: number) => void) => Promise<string>
  /** Whether a pasted picture with this address may stay. */
  isAllowed: (address: string) => boolean
  /** The accepted file types, as for a file input. */
  accept: string
  /** Which files can be chosen, as a sentence. */
  help: string
}

export interface RichTextEditorProps {
  /** HTML; empty if there is no text. */
  value: string
  /** Called with HTML in the same format. If the text is back to `value`, exactly that is passed. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** The height of the text area, in CSS pixels. It scrolls inside. */
  height?: number
  /** Classes of the text area, such as its greatest height on a phone. */
  className?: string
  isDisabled?: boolean
  /** Without it, the text can't have pictures. Pass the same object on every render. */
  images?: RichTextImages
  /** Offers links that look like a button, with the class `button`. */
  hasButtons?: boolean
  /** Only outside a `Field`. */
  'aria-label'?: string
  ref?: Ref<RichTextHandle>
}

/** An editor for formatted text with a toolbar, loaded when it is first shown. Put it in a `Field`. */
export function RichTextEditor({ height = 400, ...rest }: RichTextEditorProps): ReactElement {
  return (
    <Suspense fallback={<EditorSkeleton height={height} className={rest.className} />}>
      <RichTextSurface height={height} {...rest} />
    </Suspense>
  )
}
