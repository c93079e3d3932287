import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { AdminSettings } from '#contract/daily.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { utcTimeOf } from '#web/features/admin/daily/clocks.ts'
import { dailySettingsQuery, saveDailySettings } from '#web/features/admin/daily/queries.ts'
import {
  isSaved,
  SettingsDraft,
  SettingsValues,
  valuesOf,
} from '#web/features/admin/daily/settings-values.ts'
import { showFieldErrors } from '#web/features/admin/field-errors.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { useFormDraft } from '#web/features/admin/use-form-draft.ts'
import { clearDraft, readDraft } from '#web/lib/drafts.ts'

const FIELDS = [
  'autoGenerate',
  'localGenerateTime',
  'dailyMessagePrompt',
  'agentStyle',
  'reflectionPrompt',
] as const

export type SettingsFormReturn = UseFormReturn<SettingsValues>

interface SettingsFormState {
  form: SettingsFormReturn
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Back to what is saved. */
  undo: () => void
}

/** The state of the form. What was changed and not saved stays on this device. */
export function useSettingsForm(settings: AdminSettings): SettingsFormState {
  const draftKey = `daily:${useMember().id}:settings`
  const form: SettingsFormReturn = useForm({
    // What others save arrives when the page is looked at again; what was changed here stays.
    values: valuesOf(settings),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(SettingsValues),
    mode: 'onTouched',
  })
  // Both are read here, because the form keeps account only of what is read.
  const { isDirty, dirtyFields } = form.formState
  useSettingsDraft({ draftKey, form, settings })
  const save = useSaveSettings(settings.timeZone)
  const handleSaved = (saved: AdminSettings): void => {
    clearDraft(draftKey)
    form.reset(valuesOf(saved), { keepDirtyValues: false })
  }
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: handleSaved,
      onError: (error) => showFieldErrors(form, { error, names: FIELDS }),
    }),
  )
  return {
    form,
    isDirty: isDirty && Object.keys(dirtyFields).length > 0,
    isSaving: save.isPending,
    error: save.error,
    submit: (event) => void submit(event),
    undo: () => {
      save.reset()
      clearDraft(draftKey)
      form.reset(valuesOf(settings), { keepDirtyValues: false })
    },
  }
}

function useSettingsDraft(input: {
  draftKey: string
  form: SettingsFormReturn
  settings: AdminSettings
}): void {
  const { draftKey, form, settings } = input
  const { setValue } = form
  const [draft] = useState(() => readDraft(draftKey, SettingsDraft))
  useEffect(() => {
    if (!draft) return
    for (const field of FIELDS) setValue(field, draft[field], { shouldDirty: true })
  }, [draft, setValue])
  const isEmpty = useCallback((values: SettingsValues) => isSaved(values, settings), [settings])
  useFormDraft({ key: draftKey, schema: SettingsDraft, form, isEmpty })
}

function useSaveSettings(timeZone: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: SettingsValues) => {
      const { localGenerateTime: time } = values
      return saveDailySettings({
        ...values,
        generateTime: utcTimeOf({ time, timeZone, now: new Date() }),
      })
    },
    onSuccess: (saved) => {
      notifySuccess('Settings saved successfully')
      queryClient.setQueryData(dailySettingsQuery.queryKey, saved)
    },
  })
}
