import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { useMember } from '#web/features/accounts/auth.tsx'
import { FactorPrompt } from '#web/features/accounts/factors/factor-prompt.tsx'
import { stepUp } from '#web/features/accounts/factors/queries.ts'
import { call } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/** Asks the member to confirm their identity. The page behind it stays as it is. */
export function StepUpDialog(props: { onClose: (isConfirmed: boolean) => void }): ReactElement {
  const { onClose } = props
  const { factors, username, hasPassword } = useMember()
  const hasFactor = factors.passkeys > 0 || factors.totp
  const handleDone = (): void => onClose(true)
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose(false))}>
      <DialogContent
        title="Confirm it’s you"
        description="This keeps your account safe if someone else uses this device. You won’t be asked again for 10 minutes."
      >
        {hasFactor ? (
          <FactorPrompt
            factors={factors}
            askForPasskey={() => call(factorCalls.stepUpOptions, {})}
            onProof={async (proof) => {
              await stepUp(proof)
              handleDone()
            }}
          />
        ) : hasPassword ? (
          <PasswordForm username={username} onDone={handleDone} />
        ) : (
          <NoPassword onLeave={() => onClose(false)} />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** An emailed code is not enough, because anyone who can read the mailbox has it. */
function NoPassword({ onLeave }: { onLeave: () => void }): ReactElement {
  return (
    <div className="flex flex-col items-start gap-4">
      <p>Your account has no password yet. Choose one to continue.</p>
      <Button asChild>
        <Link
          to="/account/$section"
          params={{ section: 'security' }}
          hash="password"
          onClick={onLeave}
        >
          Choose a password
        </Link>
      </Button>
    </div>
  )
}

const PasswordInputs = z.object({ password: z.string().min(1, 'Enter your password.') })

function PasswordForm(props: { username: string; onDone: () => void }): ReactElement {
  const { form, ...verifying } = useServerForm({
    initial: { password: '' },
    values: PasswordInputs,
    save: ({ password }) => stepUp({ method: 'password', password }),
    onSaved: props.onDone,
  })
  return (
    <Form noValidate onSubmit={verifying.submit} className="flex flex-col gap-4">
      {verifying.sentence ? <Notice variant="error">{verifying.sentence}</Notice> : null}
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={props.username} readOnly hidden />
      <Field label="Your password" error={form.formState.errors.password?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Button type="submit" busy={verifying.isSaving || verifying.isSaved}>
        Confirm
      </Button>
    </Form>
  )
}
