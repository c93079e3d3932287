import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ruleLine } from '#contract/rules.ts'
import { rulesQuery } from '#web/features/rules/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

interface RuleFieldProps {
  /** The reason of a decision. The author reads it exactly as it is. */
  reason: string
  onChange: (reason: string) => void
}

/** Names a house rule at the beginning of a reason. */
export function RuleField({ reason, onChange }: RuleFieldProps): ReactElement {
  const rules = useQuery(rulesQuery).data?.headings ?? []
  const named = rules.find((rule) => `${reason}\n`.startsWith(`${ruleLine(rule)}\n`))
  const handleChange = (rule: string): void => {
    const words = named ? reason.slice(ruleLine(named).length).trimStart() : reason
    onChange(rule ? `${ruleLine(rule)}\n\n${words}` : words)
  }
  return (
    <Field label="Rule (optional)" help="The rule’s name is added before your reason.">
      <Select value={named ?? ''} onChange={({ target }) => handleChange(target.value)}>
        <option value="">None</option>
        {rules.map((rule) => (
          <option key={rule} value={rule} dir="auto">
            {rule}
          </option>
        ))}
      </Select>
    </Field>
  )
}
