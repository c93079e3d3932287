import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { JoiningMode, type JoiningSettings } from '#contract/joining.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  draftOf,
  JoiningDraft,
  JoiningValues,
  MODE_WORDS,
} from '#web/features/admin/joining/joining-values.ts'
import { NewcomerFields } from '#web/features/admin/joining/newcomer-fields.tsx'
import { joiningSettingsQuery, saveJoiningSettings } from '#web/features/admin/joining/queries.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Form } from '#web/ui/form.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** The settings for who may join, and the limits for newcomers. */
export function JoiningForm({ settings }: { settings: JoiningSettings }): ReactElement {
  const queryClient = useQueryClient()
  const state = useSavedForm({
    draftKey: `joining:${useMember().id}`,
    changes: JoiningDraft.partial(),
    values: JoiningValues,
    saved: settings,
    toDraft: draftOf,
    save: saveJoiningSettings,
    onSaved: (saved) => {
      notifySuccess('Platform settings updated successfully')
      queryClient.setQueryData(joiningSettingsQuery.queryKey, saved)
    },
  })
  return (
    <Form noValidate onSubmit={state.submit} className="flex flex-col gap-5">
      <SectionCard title="Who may join" level={3}>
        <ModeField {...state.form.register('mode')} />
      </SectionCard>
      <SectionCard
        title="New members"
        description="Stories always wait for approval. Replies don’t, unless you turn that on."
        level={3}
      >
        <NewcomerFields form={state.form} />
      </SectionCard>
      <SaveBar state={state} label="Save" />
    </Form>
  )
}

function ModeField(input: UseFormRegisterReturn): ReactElement {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Who may join</legend>
      {JoiningMode.options.map((mode) => (
        <label
          key={mode}
          className="flex cursor-pointer gap-3 rounded-lg border border-line-strong bg-surface px-4 py-3 has-checked:border-primary has-checked:bg-primary-soft"
        >
          <input
            type="radio"
            value={mode}
            className="mt-0.5 size-5 shrink-0 accent-primary"
            {...input}
          />
          <span className="flex flex-col">
            <span className="font-medium">{MODE_WORDS[mode].name}</span>
            <span className="text-sm text-ink-quiet">{MODE_WORDS[mode].meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
