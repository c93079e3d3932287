import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sendResetLink } from '#web/features/accounts/account-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Emails a link to set a first password, for when the sign-in with a code was some time ago. */
export function PasswordLinkButton({ email }: { email: string }): ReactElement {
  const sending = useMutation({
    mutationFn: sendResetLink,
    onSuccess: () =>
      toast({
        title: 'Check your email',
        description: 'Instructions to reset your password have been sent',
      }),
    onError: (error) => toastError('Error', error),
  })
  return (
    <Button variant="link" busy={sending.isPending} onClick={() => sending.mutate(email)}>
      Email me a link instead
    </Button>
  )
}
