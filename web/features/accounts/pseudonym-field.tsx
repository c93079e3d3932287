import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import type { Availability } from '#web/features/accounts/availability.ts'
import { revealsIdentity } from '#web/features/accounts/pseudonym.ts'
import type { RegistrationFormState } from '#web/features/accounts/registration-form.tsx'
import { UniqueField } from '#web/features/accounts/unique-field.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface PseudonymFieldProps {
  form: RegistrationFormState
  availability: Availability
}

/** The community username, with a warning when it gives the person away. */
export function PseudonymField({ form, availability }: PseudonymFieldProps): ReactElement {
  const [anonymousUsername, username, email] = useWatch({
    control: form.control,
    name: ['anonymousUsername', 'username', 'email'],
  })
  return (
    <div className="flex flex-col gap-3">
      <UniqueField
        input="anonymousUsername"
        label="Community username"
        help="This is the only name others see."
        form={form}
        availability={availability}
        autoComplete="off"
      />
      {revealsIdentity({ anonymousUsername, username, email }) ? (
        <Notice title="This name may give you away">
          It contains your username or a part of your email, so people who know those could
          recognize you. Another name keeps you anonymous.
        </Notice>
      ) : null}
    </div>
  )
}
