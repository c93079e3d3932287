import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusReturn } from '#web/ui/focus-return.ts'

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
}

export function DialogContent(props: DialogContentProps): ReactElement {
  const { title, description, className, children, ...rest } = props
  const undescribed = description ? {} : { 'aria-describedby': undefined }
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={scrimClasses} />
      <Primitive.Content
        className={cn(dialogBoxClasses, className)}
        {...undescribed}
        {...focusReturn}
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
