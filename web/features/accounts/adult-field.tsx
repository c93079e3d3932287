import type { ReactElement } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'

interface AdultFieldProps {
  /** The server's sentence if the box has to be checked. */
  error: string | undefined
  input: UseFormRegisterReturn
}

/** What a community for adults only asks of everyone who joins. */
export function AdultField({ error, input }: AdultFieldProps): ReactElement | null {
  const isAsked = useSiteSettings()?.adultsOnly || error !== undefined
  if (!isAsked) return null
  return (
    <div>
      <Checkbox
        label="I’m 18 or older"
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'adult-error' : undefined}
        {...input}
      />
      <FieldError id="adult-error">{error}</FieldError>
    </div>
  )
}
