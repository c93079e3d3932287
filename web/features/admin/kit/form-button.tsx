import { type ReactElement, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { type ServerFormOptions, useServerForm } from '#web/lib/use-server-form.ts'
import type { ButtonProps } from '#web/ui/button.tsx'

interface FormProps<Draft extends FieldValues, Values extends FieldValues, Saved>
  extends Omit<ServerFormOptions<Draft, Values, Saved>, 'key' | 'onSaved' | 'failed' | 'toDraft'> {
  /** The label of the submit button: 'Rename tag'. */
  submitLabel: string
  isDestructive?: boolean
  /** The title of what the server says if it refuses. */
  failedTitle: string
  fields: (form: UseFormReturn<Draft, unknown, Values>) => ReactElement
}

interface FormButtonProps<Draft extends FieldValues, Values extends FieldValues, Saved>
  extends FormProps<Draft, Values, Saved> {
  label: string
  /** Tells its entry apart from others, for screen readers. */
  entry?: string | undefined
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  /** The dialog's. */
  title: string
  description?: string
}

/** A button that opens a form in a dialog. A draft survives closing it, but not pressing Cancel. */
export function FormButton<Draft extends FieldValues, Values extends FieldValues, Saved>(
  props: FormButtonProps<Draft, Values, Saved>,
): ReactElement {
  const { label, entry, variant, size, title, description } = props
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  return (
    <>
      <EntryButton
        {...{ variant, label, entry }}
        {...(size && { size })}
        onClick={() => setIsOpen(true)}
      />
      <DecisionDialog {...{ title, description, isOpen }} onClose={close}>
        <DialogForm {...props} onClose={close} />
      </DecisionDialog>
    </>
  )
}

function DialogForm<Draft extends FieldValues, Values extends FieldValues, Saved>(
  props: FormProps<Draft, Values, Saved> & { onClose: () => void },
): ReactElement {
  const { submitLabel, isDestructive, failedTitle, fields, onClose } = props
  const { form, forget, ...state } = useServerForm({ ...props, onSaved: onClose })
  return (
    <DecisionForm
      {...state}
      isDestructive={isDestructive}
      failed={failedTitle}
      label={submitLabel}
      onCancel={forget}
    >
      {fields(form)}
    </DecisionForm>
  )
}
