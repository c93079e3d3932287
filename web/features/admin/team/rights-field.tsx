import type { ReactElement } from 'react'
import {
  PRESETS,
  type Preset,
  presetOf,
  RIGHT_WORDS,
  RIGHTS,
  type Right,
} from '#contract/rights.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Options, Select } from '#web/ui/select.tsx'

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
export function RightsField({ rights, onChange, error }: RightsFieldProps): ReactElement {
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
