import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogFooter, dialogBoxClasses, scrimClasses, useDialogHandlers } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

export interface ConfirmDialogProps {
  title: ReactNode
  description: ReactNode
  /** The action, as a verb: 'Delete story'. */
  confirmLabel: string
  cancelLabel?: string
  /** Red, for actions that cannot be undone. */
  isDestructive?: boolean
  /** Shows the confirm button as busy. */
  isBusy?: boolean
  /** Disables the confirm button. */
  isDisabled?: boolean
  /** Why the last try failed. */
  failure?: { title: string; description?: string } | undefined
  onConfirm: () => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** More to fill in or read, such as a reason field. */
  children?: ReactNode
}

/** The dialog itself; `ConfirmDialog` loads it when it is first opened. */
export function ConfirmDialogBox(props: ConfirmDialogProps): ReactElement {
  const { title, description, confirmLabel, cancelLabel = 'Cancel', isDestructive, isBusy } = props
  const { failure } = props
  const handlers = useDialogHandlers()
  return (
    <Primitive.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={scrimClasses} />
        <Primitive.Content className={cn(dialogBoxClasses)} {...handlers}>
          <Primitive.Title className="text-xl">{title}</Primitive.Title>
          <Primitive.Description className="mt-1.5 text-ink-quiet">
            {description}
          </Primitive.Description>
          {props.children ? <div className="mt-4">{props.children}</div> : null}
          {failure && !isBusy ? (
            <Notice variant="error" title={failure.title} className="mt-4">
              {failure.description}
            </Notice>
          ) : null}
          <DialogFooter className={isDestructive ? 'flex-col' : undefined}>
            <Primitive.Cancel asChild>
              <Button variant="outline" data-dialog-close>
                {cancelLabel}
              </Button>
            </Primitive.Cancel>
            <Button
              variant={isDestructive ? 'destructive' : 'default'}
              busy={isBusy}
              disabled={props.isDisabled}
              onClick={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
