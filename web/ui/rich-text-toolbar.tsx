import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  RectangleEllipsis,
  Redo2,
  Underline,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { type MouseEvent, type ReactElement, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import type { RichTextImages } from '#web/ui/rich-text-editor.tsx'
import {
  isInButton,
  RichTextButtonForm,
  RichTextImageForm,
  RichTextLinkForm,
} from '#web/ui/rich-text-forms.tsx'

type Chain = ReturnType<Editor['chain']>

interface Format {
  label: string
  icon: LucideIcon
  isOn: (editor: Editor) => boolean
  toggle: (chain: Chain) => Chain
}

const heading = (level: 2 | 3): Pick<Format, 'isOn' | 'toggle'> => ({
  isOn: (editor) => editor.isActive('heading', { level }),
  toggle: (chain) => chain.toggleHeading({ level }),
})

const FORMATS: readonly (readonly Format[])[] = [
  [
    {
      label: 'Bold',
      icon: Bold,
      isOn: (editor) => editor.isActive('bold'),
      toggle: (chain) => chain.toggleBold(),
    },
    {
      label: 'Italic',
      icon: Italic,
      isOn: (editor) => editor.isActive('italic'),
      toggle: (chain) => chain.toggleItalic(),
    },
    {
      label: 'Underline',
      icon: Underline,
      isOn: (editor) => editor.isActive('underline'),
      toggle: (chain) => chain.toggleUnderline(),
    },
  ],
  [
    { label: 'Heading', icon: Heading2, ...heading(2) },
    { label: 'Subheading', icon: Heading3, ...heading(3) },
  ],
  [
    {
      label: 'Bulleted list',
      icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      toggle: (chain) => chain.toggleBulletList(),
    },
    {
      label: 'Numbered list',
      icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      toggle: (chain) => chain.toggleOrderedList(),
    },
    {
      label: 'Quote',
      icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      toggle: (chain) => chain.toggleBlockquote(),
    },
  ],
]

const ALL_FORMATS = FORMATS.flat()

interface ToolbarProps {
  editor: Editor
  /** The id of the text area. */
  controls: string | undefined
  isDisabled: boolean
  images?: RichTextImages | undefined
  hasButtons: boolean
}

/** Insertions that open a dialog. */
type Insertion = 'link' | 'button' | 'image'

/** One tab stop; the arrow keys move between the buttons. */
export function RichTextToolbar(props: ToolbarProps): ReactElement {
  const { editor, controls, isDisabled, images, hasButtons } = props
  const [inserting, setInserting] = useState<Insertion>()
  const close = (): void => setInserting(undefined)
  const dialog = (kind: Insertion, title: string, form: ReactElement): ReactElement => (
    <Dialog
      open={inserting === kind}
      onOpenChange={(isOpen) => setInserting(isOpen ? kind : undefined)}
    >
      <DialogContent title={title}>{form}</DialogContent>
    </Dialog>
  )
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: ALL_FORMATS.filter(({ isOn }) => isOn(current)).map(({ label }) => label),
      isLink: current.isActive('link') && !(hasButtons && isInButton(current)),
      isButton: isInButton(current),
      isImage: current.isActive('image'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  })
  return (
    <Toolbar.Root
      aria-label="Formatting"
      aria-controls={controls}
      className="max-sm:faded-row flex gap-y-1 border-b border-line bg-sand p-1.5 max-sm:overflow-x-auto sm:flex-wrap sm:gap-x-2"
    >
      {FORMATS.map((group) => (
        <div key={group[0]?.label} className="flex shrink-0 gap-0.5">
          {group.map(({ label, icon, toggle }) => (
            <ToolbarButton
              key={label}
              label={label}
              icon={icon}
              isOn={state.on.includes(label)}
              isDisabled={isDisabled}
              onPress={() => void toggle(editor.chain().focus()).run()}
            />
          ))}
        </div>
      ))}
      <div className="flex shrink-0 gap-0.5">
        <ToolbarButton
          label="Link"
          icon={Link}
          isOn={state.isLink}
          isDisabled={isDisabled}
          onPress={() => setInserting('link')}
        />
        {hasButtons ? (
          <ToolbarButton
            label="Button"
            icon={RectangleEllipsis}
            isOn={state.isButton}
            isDisabled={isDisabled}
            onPress={() => setInserting('button')}
          />
        ) : null}
        {images ? (
          <ToolbarButton
            label="Image"
            icon={ImagePlus}
            isOn={state.isImage}
            isDisabled={isDisabled}
            onPress={() => setInserting('image')}
          />
        ) : null}
      </div>
      <div className="flex shrink-0 gap-0.5">
        <ToolbarButton
          label="Undo"
          icon={Undo2}
          isDisabled={isDisabled || !state.canUndo}
          onPress={() => void editor.chain().focus().undo().run()}
        />
        <ToolbarButton
          label="Redo"
          icon={Redo2}
          isDisabled={isDisabled || !state.canRedo}
          onPress={() => void editor.chain().focus().redo().run()}
        />
      </div>
      {dialog('link', 'Link', <RichTextLinkForm editor={editor} onClose={close} />)}
      {hasButtons
        ? dialog('button', 'Button', <RichTextButtonForm editor={editor} onClose={close} />)
        : null}
      {images
        ? dialog(
            'image',
            'Image',
            <RichTextImageForm editor={editor} images={images} onClose={close} />,
          )
        : null}
    </Toolbar.Root>
  )
}

interface ToolbarButtonProps {
  label: string
  icon: LucideIcon
  /** Undefined for buttons that aren't toggles. */
  isOn?: boolean
  isDisabled: boolean
  onPress: () => void
}

/** Uses `aria-disabled`, so that it keeps the focus when it becomes disabled. */
function ToolbarButton(props: ToolbarButtonProps): ReactElement {
  const { label, icon: Icon, isOn, isDisabled, onPress } = props
  return (
    <Toolbar.Button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={isDisabled || undefined}
      onMouseDown={keepSelection}
      onClick={isDisabled ? undefined : onPress}
      className={cn(
        'inline-flex size-9 items-center justify-center rounded-md border border-transparent text-ink pointer-coarse:size-11',
        'hover:bg-primary-soft focus-visible:-outline-offset-2 aria-disabled:cursor-default aria-disabled:opacity-45',
        'aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-strong',
      )}
    >
      <Icon aria-hidden size={18} />
    </Toolbar.Button>
  )
}

/** Keeps the focus, and with it the selection, in the text when a button is pressed. */
function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}
