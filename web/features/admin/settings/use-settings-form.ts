import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { WebsiteSettings } from '#contract/settings.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { showFieldErrors } from '#web/features/admin/field-errors.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { saveSettings, showSettings } from '#web/features/admin/settings/queries.ts'
import {
  changesOf,
  draftOf,
  only,
  SETTINGS_FIELDS,
  SettingsDraft,
  SettingsValues,
} from '#web/features/admin/settings/settings-values.ts'
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'

export type SettingsFormReturn = UseFormReturn<SettingsDraft, unknown, SettingsValues>

interface SettingsFormState {
  form: SettingsFormReturn
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Back to what is saved. */
  undo: () => void
}

/**
 * The state of the form. What was changed and not saved stays on this device; what others save
 * shows in the fields that were not changed here, and only changed fields are sent.
 */
export function useSettingsForm(settings: WebsiteSettings): SettingsFormState {
  const draftKey = `settings:${useMember().id}`
  const saved = useMemo(() => draftOf(settings), [settings])
  const [initial] = useState(() => ({ ...saved, ...readDraft(draftKey, SettingsDraft.partial()) }))
  const form: SettingsFormReturn = useForm({
    defaultValues: initial,
    // Not on leaving a field: a sentence that appears there would move the button being pressed.
    resolver: zodResolver(SettingsValues),
  })
  const isDirty = Object.keys(changesOf(form.watch(), saved)).length > 0
  useChangesDraft({ draftKey, form, saved })
  useOthersChanges(form, saved)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: saveSettings,
    onSuccess: (answer) => {
      notifySuccess('Website settings updated successfully')
      void showSettings(queryClient, answer)
    },
    onError: (error) => showFieldErrors(form, { error, names: SETTINGS_FIELDS }),
  })
  const submit = form.handleSubmit((values) => {
    const sent = structuredClone(form.getValues())
    // The names of changes are names of fields.
    const names = Object.keys(changesOf(sent, saved)) as (keyof SettingsValues)[]
    save.mutate(only(values, names), {
      onSuccess: (answer) =>
        form.reset({ ...draftOf(answer), ...changesOf(form.getValues(), sent) }),
    })
  })
  return {
    form,
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    submit: (event) => void submit(event),
    undo: () => {
      save.reset()
      form.reset(saved)
    },
  }
}

/** Lets newly saved settings into the fields that still show the ones before. */
function useOthersChanges(form: SettingsFormReturn, saved: SettingsDraft): void {
  const known = useRef(saved)
  const { reset, getValues } = form
  useEffect(() => {
    const before = known.current
    if (before === saved) return
    known.current = saved
    reset({ ...saved, ...changesOf(getValues(), before) }, { keepErrors: true })
  }, [saved, reset, getValues])
}

/** Keeps the changed fields on this device. */
function useChangesDraft(input: {
  draftKey: string
  form: SettingsFormReturn
  saved: SettingsDraft
}): void {
  const { draftKey, form, saved } = input
  const { subscribe, getValues } = form
  useEffect(() => {
    const keep = (values: SettingsDraft): void => {
      const changes = changesOf(values, saved)
      if (Object.keys(changes).length > 0) writeDraft(draftKey, changes)
      else clearDraft(draftKey)
    }
    keep(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [subscribe, getValues, draftKey, saved])
}
