import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { dismissToasts } from '#web/ui/toast-store.ts'

export const scrimClasses =
  'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

/** The box of dialogs and confirmations: centered, and scrolling inside if it is too tall. */
export const dialogBoxClasses = [
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg',
  '-translate-1/2 overflow-y-auto rounded-xl border border-line bg-surface p-6 shadow-lift',
  'data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out',
]

export function Dialog(props: ComponentProps<typeof Primitive.Root>): ReactElement {
  return <Primitive.Root {...props} />
}

/** Takes one child, the button that opens the dialog. */
export function DialogTrigger(props: ComponentProps<typeof Primitive.Trigger>): ReactElement {
  return <Primitive.Trigger asChild {...props} />
}

/** Takes one child, a button or link that closes the dialog. */
export function DialogClose(props: ComponentProps<typeof Primitive.Close>): ReactElement {
  return <Primitive.Close asChild {...props} />
}

interface DialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode
  description?: ReactNode
  /** It is read first: it gets the focus itself, not the first button in it. */
  isRead?: boolean
}

export function DialogContent(props: DialogContentProps): ReactElement {
  const { title, description, isRead, className, children, ...rest } = props
  const undescribed = description ? {} : { 'aria-describedby': undefined }
  const handlers = useDialogHandlers(isRead)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={scrimClasses} />
      <Primitive.Content
        className={cn(dialogBoxClasses, className)}
        {...undescribed}
        {...handlers}
        {...rest}
      >
        <Primitive.Title className="pr-10 text-xl">{title}</Primitive.Title>
        {description ? (
          <Primitive.Description className="mt-1.5 text-ink-quiet">
            {description}
          </Primitive.Description>
        ) : null}
        <div className="mt-4">{children}</div>
        <Primitive.Close asChild>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close"
            data-dialog-close
            className="absolute top-3.5 right-3.5 text-ink-quiet"
          >
            <X aria-hidden size={20} />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/** The row of buttons at the end of a dialog. */
export function DialogFooter({ className, ...rest }: ComponentProps<'div'>): ReactElement {
  return (
    <div
      className={cn('mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}
      {...rest}
    />
  )
}

interface DialogFormFooterProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'busy'> {
  className?: string
  /** Called when Cancel is pressed, before the dialog closes. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** The end of a form in a dialog: a cancel button and the submit button. */
export function DialogFormFooter(props: DialogFormFooterProps): ReactElement {
  const { className, onCancel, ...submit } = props
  return (
    <DialogFooter className={className}>
      <DialogClose>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </DialogClose>
      <Button type="submit" {...submit} />
    </DialogFooter>
  )
}

interface DialogHandlers {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Handlers for a dialog's content. When it opens, an error about the last thing done closes, because
 * nothing behind a dialog can be pressed, and the element with `data-first-focus` gets the focus: an
 * `autoFocus` would take it before this knows who had it. When it closes, the focus returns to the element that had it;
 * Radix does so only for its own triggers. If that element was deleted, the nearest of what was around
 * it gets the focus, so that keyboard users continue from there: its list item, that item's neighbors, or
 * its section.
 */
export function useDialogHandlers(isRead = false): DialogHandlers {
  const path = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: (event) => {
      path.current = pathOf(document.activeElement)
      dismissToasts()
      if (!(event.currentTarget instanceof HTMLElement)) return
      const first = event.currentTarget.querySelector<HTMLElement>('[data-first-focus]')
      if (!first && !isRead) return
      event.preventDefault()
      const target = first ?? event.currentTarget
      target.focus()
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const isTaken = document.activeElement !== null && document.activeElement !== document.body
      if (isTaken) return
      const nearest = path.current.find((element) => element.isConnected)
      if (!nearest) return
      if (nearest !== path.current[0]) nearest.tabIndex = -1
      nearest.focus({ preventScroll: true })
    },
  }
}

/** The element, then the list items with their neighbors and the sections around it. */
function pathOf(element: Element | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return []
  const neighbors = element.matches('li')
    ? [element.nextElementSibling, element.previousElementSibling].filter(
        (each) => each instanceof HTMLElement,
      )
    : []
  const around = element.parentElement?.closest<HTMLElement>('li, section, main') ?? null
  return [element, ...neighbors, ...pathOf(around)]
}
