import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FACTOR_LIMITS, PasskeyName } from '#contract/factors.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'

interface PasskeyNameDialogProps {
  title: string
  description?: string
  name?: string
  /** The label of the submit button. */
  action: string
  onName: (name: string) => void
  onClose: () => void
}

const Inputs = z.object({ name: PasskeyName })

export function PasskeyNameDialog(props: PasskeyNameDialogProps): ReactElement {
  const { title, description, name = '', action, onName, onClose } = props
  const form = useForm({ resolver: zodResolver(Inputs), defaultValues: { name } })
  const handleSubmit = form.handleSubmit((inputs) => {
    onClose()
    onName(inputs.name)
  })
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent title={title} description={description}>
        <Form noValidate onSubmit={handleSubmit}>
          <Field label="Name" error={form.formState.errors.name?.message} required>
            <Input
              autoComplete="off"
              maxLength={FACTOR_LIMITS.passkeyName}
              {...form.register('name')}
            />
          </Field>
          <DialogFormFooter>{action}</DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
