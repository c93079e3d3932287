import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Controller } from 'react-hook-form'
import {
  PRESETS,
  type Preset,
  presetOf,
  RIGHT_WORDS,
  RIGHTS,
  type Right,
} from '#contract/rights.ts'
import { RightsChange } from '#contract/team.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { changeRights, teamQuery } from '#web/features/admin/team/queries.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Options, Select } from '#web/ui/select.tsx'

/** The person whose rights are changed. The name is empty until it is entered. */
export interface Subject {
  anonymousUsername: string
  rights: Right[]
  isNew: boolean
}

interface RightsDialogProps {
  /** Undefined while the dialog is closed. */
  subject: Subject | undefined
  onClose: () => void
}

/** Gives or removes rights. */
export function RightsDialog({ subject, onClose }: RightsDialogProps): ReactElement {
  return (
    <DecisionDialog
      title={
        subject?.isNew ? 'Add someone to the team' : `Rights for ${subject?.anonymousUsername}`
      }
      description="Anyone who gains a right is signed out and has to sign in again. Removing a right takes effect right away."
      isOpen={subject !== undefined}
      onClose={onClose}
    >
      {subject ? <RightsForm subject={subject} onClose={onClose} /> : null}
    </DecisionDialog>
  )
}

function RightsForm({ subject, onClose }: { subject: Subject; onClose: () => void }): ReactElement {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { form, ...state } = useServerForm({
    initial: { anonymousUsername: subject.anonymousUsername, rights: subject.rights },
    values: RightsChange,
    save: changeRights,
    done: ({ anonymousUsername: name, rights }) =>
      rights.length > 0 ? `Rights saved for ${name}` : `${name} is no longer on the team`,
    failed: 'Failed to change rights',
    onSaved: async ({ isSelf }) => {
      onClose()
      if (isSelf) {
        await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
        // Someone without a right to this page is redirected.
        await router.invalidate()
      }
      await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
  return (
    <DecisionForm {...state} label="Save rights">
      {subject.isNew ? (
        <TextField
          form={form}
          name="anonymousUsername"
          label="Community username"
          help="The name on their stories, not the one they sign in with."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : null}
      <Controller
        control={form.control}
        name="rights"
        render={({ field, fieldState }) => (
          <RightsField
            rights={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </DecisionForm>
  )
}

export const PRESET_NAMES: Record<Preset, string> = {
  owner: 'Owner',
  pastor: 'Pastor',
  treasurer: 'Treasurer',
  helper: 'Helper',
}

interface RightsFieldProps {
  rights: readonly Right[]
  onChange: (rights: Right[]) => void
  error?: string | undefined
}

/** Selects a preset, or each right individually. */
function RightsField({ rights, onChange, error }: RightsFieldProps): ReactElement {
  const choosePreset = (value: string): void => {
    const preset = presetNames.find((name) => name === value)
    if (preset) onChange([...PRESETS[preset]])
  }
  const toggle = (right: Right): void =>
    onChange(rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right])
  return (
    <div className="flex flex-col gap-4">
      <Field label="Role" help="A common set of rights. You can change each one below.">
        <Select
          value={presetOf(rights) ?? ''}
          onChange={(event) => choosePreset(event.target.value)}
        >
          <option value="" disabled>
            {rights.length === 0 ? 'Choose a role' : 'Custom'}
          </option>
          <Options labels={PRESET_NAMES} />
        </Select>
      </Field>
      <fieldset aria-describedby={error ? 'rights-error' : undefined}>
        <legend className="font-medium">Rights</legend>
        <div className="mt-1 flex flex-col">
          {RIGHTS.map((right) => (
            <Checkbox
              key={right}
              checked={rights.includes(right)}
              onChange={() => toggle(right)}
              label={
                <span className="flex flex-col py-1">
                  <span className="font-medium">{RIGHT_WORDS[right].name}</span>
                  <span className="text-sm text-ink-quiet">{RIGHT_WORDS[right].opens}</span>
                </span>
              }
            />
          ))}
        </div>
        <FieldError id="rights-error">{error}</FieldError>
      </fieldset>
    </div>
  )
}

/** The object has no other keys. */
const presetNames = Object.keys(PRESETS) as Preset[]
