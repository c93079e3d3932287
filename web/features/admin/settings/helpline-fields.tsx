import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFieldArray } from 'react-hook-form'
import { SETTINGS_LIMITS } from '#contract/settings.ts'
import {
  EMPTY_HELPLINE,
  type SettingsFormReturn,
} from '#web/features/admin/settings/settings-values.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/form-fields.tsx'

/** The helplines, each with at least one way to reach it. */
export function HelplineFields({ form }: { form: SettingsFormReturn }): ReactElement {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'helplines' })
  const { helplines } = form.formState.errors
  const error = helplines?.root?.message ?? helplines?.message
  const add = (): void =>
    append(EMPTY_HELPLINE, { shouldFocus: true, focusName: `helplines.${fields.length}.name` })
  return (
    <div className="flex flex-col gap-5">
      {fields.length === 0 ? <p>No helplines of your own yet.</p> : null}
      {fields.map(({ id }, index) => (
        <HelplineRow key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <FieldError role="alert">{error}</FieldError>
      {fields.length < SETTINGS_LIMITS.helplines ? (
        <Button variant="outline" size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden size={18} />
          Add helpline
        </Button>
      ) : (
        <p className="text-sm text-ink-quiet">You can have up to five.</p>
      )}
    </div>
  )
}

interface HelplineRowProps {
  form: SettingsFormReturn
  index: number
  onRemove: () => void
}

function HelplineRow({ form, index, onRemove }: HelplineRowProps): ReactElement {
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">Helpline {index + 1}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name={`helplines.${index}.name`}
          label="Name"
          autoComplete="off"
          maxLength={80}
          required
        />
        <TextField
          form={form}
          name={`helplines.${index}.url`}
          label="Link"
          type="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={300}
        />
        <TextField
          form={form}
          name={`helplines.${index}.phone`}
          label="Number to call"
          type="tel"
          autoComplete="off"
          maxLength={20}
        />
        <TextField
          form={form}
          name={`helplines.${index}.textNumber`}
          label="Number to text"
          type="tel"
          autoComplete="off"
          maxLength={20}
        />
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="mt-3 -ml-3.5 text-destructive"
        aria-label={`Remove helpline ${index + 1}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </fieldset>
  )
}
