import type { ComponentProps, ReactElement } from 'react'

interface ChoiceFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  legend: string
  /** The label of each value, in this order. */
  labels: Readonly<Record<string, string>>
  /** The selected value, for use outside of a form. */
  chosen?: string
}

/** Radio buttons side by side. Accepts the props of a form's `register`. */
export function ChoiceField(props: ChoiceFieldProps): ReactElement {
  const { legend, labels, chosen, ...rest } = props
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(labels).map(([value, label]) => (
          <label
            key={value}
            className="inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong bg-surface px-4 wrap-anywhere max-[22rem]:px-2 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              value={value}
              className="size-5 shrink-0 accent-primary"
              {...(chosen !== undefined && { checked: value === chosen })}
              {...rest}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
