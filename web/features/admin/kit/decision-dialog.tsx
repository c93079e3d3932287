import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

interface DecisionDialogProps {
  title: ReactNode
  description?: ReactNode
  isOpen: boolean
  onClose: () => void
  className?: string
  /** The form, whose state starts anew each time that the dialog opens. */
  children: ReactNode
}

/** A dialog that asks for what a decision needs, such as a reason. */
export function DecisionDialog(props: DecisionDialogProps): ReactElement {
  const { isOpen, onClose, children, ...rest } = props
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent {...rest}>{children}</DialogContent>
    </Dialog>
  )
}

interface DecisionFormProps {
  submit: ComponentProps<typeof Form>['onSubmit']
  isSaving: boolean
  /** The label of the submit button: 'Rename tag'. */
  label: string
  isDestructive?: boolean
  error?: Error | null
  /** The title of the notice above the fields if it failed. Without it, a toast or a field says so. */
  failed?: string
  /** Whether it is taller than most screens, so that its buttons stay in view. */
  isLong?: boolean
  /** Called when Cancel is pressed. The X in the corner keeps what was entered. */
  onCancel?: () => void
  children: ReactNode
}

/** At the end of the dialog's box, over its padding. */
const IN_VIEW = 'sticky -bottom-6 -mx-6 -mb-6 border-t border-line bg-surface px-6 py-4'

/** The fields of a decision, with its error and its buttons. */
export function DecisionForm(props: DecisionFormProps): ReactElement {
  const { submit, isSaving, label, isDestructive, error, failed, isLong, onCancel, children } =
    props
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failed ? <ErrorNotice title={failed} error={error ?? null} /> : null}
      {children}
      <DialogFormFooter
        className={cn('mt-2', isLong && IN_VIEW)}
        variant={isDestructive ? 'destructive' : 'default'}
        busy={isSaving}
        onCancel={onCancel}
      >
        {label}
      </DialogFormFooter>
    </Form>
  )
}
