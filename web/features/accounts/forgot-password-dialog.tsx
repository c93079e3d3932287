import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { EmailBody } from '#contract/accounts.ts'
import { sendResetLink } from '#web/features/accounts/account-queries.ts'
import { useFormMutation } from '#web/features/accounts/form-failure.ts'
import { UNABLE_TO_SIGN_IN } from '#web/features/accounts/sign-in-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface ForgotPasswordDialogProps {
  /** What the member already typed on the page; prefilled if it is an email address. */
  suggestedEmail: () => string
}

/**
 * Must not be rendered inside a form, because a submit in the dialog bubbles to the form around it.
 */
export function ForgotPasswordDialog({ suggestedEmail }: ForgotPasswordDialogProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button variant="link" className="self-center">
          Forgot Password?
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Forgot your password?"
        description="Enter your email address. We’ll send you a link to set a new password."
      >
        <ForgotPasswordForm email={suggestedEmail()} onSent={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

interface ForgotPasswordFormProps {
  email: string
  onSent: () => void
}

function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps): ReactElement {
  const form = useForm({
    resolver: zodResolver(EmailBody),
    defaultValues: { email: email.includes('@') ? email : '' },
  })
  const sending = useFormMutation(form, {
    mutationFn: sendResetLink,
    onSuccess: () => {
      toast({
        title: 'Check your email',
        description: 'Instructions to reset your password have been sent',
      })
      onSent()
    },
    message: UNABLE_TO_SIGN_IN,
  })
  const handleSubmit = form.handleSubmit((input) => sending.send(input.email))
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {sending.sentence ? <Notice variant="error">{sending.sentence}</Notice> : null}
      <Field label="Email" error={form.formState.errors.email?.message} required>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <DialogFooter className="mt-2">
        <Button type="submit" busy={sending.isPending}>
          Send Link
        </Button>
      </DialogFooter>
    </Form>
  )
}
