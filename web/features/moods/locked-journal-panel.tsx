import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { JournalUnlock } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { setLock } from '#web/features/moods/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

interface LockedJournalPanelProps {
  /** Says that the journal is locked, and what that prevents. */
  sentence?: string
}

/** Shown while the journal is locked, in place of it or of something that contains it. */
export function LockedJournalPanel({
  sentence = 'Your journal is locked.',
}: LockedJournalPanelProps): ReactElement {
  const client = useQueryClient()
  const { username } = useMember()
  const form = useForm({
    resolver: zodResolver(JournalUnlock),
    defaultValues: { password: '' },
  })
  const unlock = useMutation({
    mutationFn: (body: { password: string }) => call(moodCalls.unlock, { body }),
    onSuccess: (lock) => setLock(client, lock),
    onError: (error) =>
      form.setError('password', { message: passwordFailure(error) }, { shouldFocus: true }),
  })
  const handleSubmit = form.handleSubmit((body) => unlock.mutate(body))
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex max-w-md flex-col gap-3">
      <p>{sentence}</p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label="Password" hideLabel error={form.formState.errors.password?.message} required>
        <PasswordInput
          placeholder="Password"
          autoComplete="current-password"
          {...form.register('password')}
        />
      </Field>
      <Button type="submit" busy={unlock.isPending} className="self-start">
        Open my journal
      </Button>
    </Form>
  )
}

/** The message next to the password field after the password was refused. */
export function passwordFailure(error: Error): string {
  const beside = error instanceof ApiError ? error.fields.password : undefined
  return beside ?? sentenceOf(error)
}
