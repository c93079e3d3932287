import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { EmailSettings, EmailSettingsInput } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { notifyDone } from '#web/features/admin/email/notify.ts'
import { emailSettingsQuery, saveEmailSettings } from '#web/features/admin/email/queries.ts'
import { type SavedForm, useSavedForm } from '#web/lib/use-saved-form.ts'

const Draft = EmailSettings.extend({ postalAddress: z.string() })
type Draft = z.infer<typeof Draft>

const { postalAddress } = EmailSettingsInput.shape
/** A complete form. An empty address means none. */
const Values = EmailSettings.extend({
  postalAddress: postalAddress
    .unwrap()
    .unwrap()
    .transform((text) => text || null),
})
type Values = z.output<typeof Values>

type EmailSettingsForm = SavedForm<Draft, Values>
export type EmailSettingsReturn = EmailSettingsForm['form']

export function useEmailSettingsForm(settings: EmailSettings): EmailSettingsForm {
  const queryClient = useQueryClient()
  return useSavedForm({
    draftKey: `email:${useMember().id}:settings`,
    changes: Draft.partial(),
    values: Values,
    saved: settings,
    toDraft: draftOf,
    save: saveEmailSettings,
    onSaved: (saved) => {
      notifyDone('Settings saved successfully')
      queryClient.setQueryData(emailSettingsQuery.queryKey, saved)
    },
  })
}

function draftOf(settings: EmailSettings): Draft {
  return { ...settings, postalAddress: settings.postalAddress ?? '' }
}
