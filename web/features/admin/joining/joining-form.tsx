import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { JoiningMode, type JoiningSettings } from '#contract/joining.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { draftOf, JoiningDraft, MODE_WORDS } from '#web/features/admin/joining/joining-values.ts'
import { joiningSettingsQuery, saveJoiningSettings } from '#web/features/admin/joining/queries.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'

/** Who may join. */
export function JoiningForm({ settings }: { settings: JoiningSettings }): ReactElement {
  const queryClient = useQueryClient()
  const state = useSavedForm({
    draftKey: `joining:${useMember().id}`,
    changes: JoiningDraft.partial(),
    values: JoiningDraft,
    saved: settings,
    toDraft: draftOf,
    save: saveJoiningSettings,
    onSaved: (saved) => {
      notifySuccess('Joining settings saved')
      queryClient.setQueryData(joiningSettingsQuery.queryKey, saved)
    },
  })
  return (
    <form noValidate onSubmit={state.submit}>
      <Card aria-labelledby="who-may-join">
        <CardHeader>
          <CardTitle id="who-may-join" asLevel={3}>
            Who may join
          </CardTitle>
        </CardHeader>
        <div className="flex flex-col gap-5">
          <ModeField {...state.form.register('mode')} />
          <SaveBar state={state} label="Save" />
        </div>
      </Card>
    </form>
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
