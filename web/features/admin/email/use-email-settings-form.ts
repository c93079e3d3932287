import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useMemo } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type EmailSettings, EmailSettingsInput } from '#contract/email.ts'
import { notifyDone } from '#web/features/admin/email/notify.ts'
import { emailSettingsQuery, saveEmailSettings } from '#web/features/admin/email/queries.ts'
import { showFieldErrors } from '#web/features/admin/field-errors.ts'

/** A complete form. An empty address means none. */
const FormValues = EmailSettingsInput.required().extend({
  postalAddress: EmailSettingsInput.shape.postalAddress.unwrap().unwrap(),
})
type FormValues = z.infer<typeof FormValues>

export type EmailSettingsReturn = UseFormReturn<FormValues>

interface EmailSettingsState {
  form: EmailSettingsReturn
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Back to what is saved. */
  undo: () => void
}

/** The state of the form. What others save shows in the fields that were not changed here. */
export function useEmailSettingsForm(settings: EmailSettings): EmailSettingsState {
  const saved = useMemo(() => valuesOf(settings), [settings])
  const form: EmailSettingsReturn = useForm({
    values: saved,
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(FormValues),
  })
  const { isDirty } = form.formState
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ postalAddress, ...rest }: FormValues) =>
      saveEmailSettings({ ...rest, postalAddress: postalAddress || null }),
    onSuccess: (answer) => {
      notifyDone('Settings saved successfully')
      queryClient.setQueryData(emailSettingsQuery.queryKey, answer)
      form.reset(valuesOf(answer), { keepDirtyValues: false })
    },
    onError: (error) => showFieldErrors(form, { error, names: ['postalAddress'] }),
  })
  const submit = form.handleSubmit((values) => save.mutate(values))
  return {
    form,
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    submit: (event) => void submit(event),
    undo: () => {
      save.reset()
      form.reset(saved, { keepDirtyValues: false })
    },
  }
}

function valuesOf({ postalAddress, dailyMessage, weeklyDigest }: EmailSettings): FormValues {
  return { postalAddress: postalAddress ?? '', dailyMessage, weeklyDigest }
}
