import type { ReactElement, ReactNode, SubmitEvent } from 'react'
import { Form } from '#web/ui/form.tsx'

interface AddressFormProps {
  /** The search parameters that stay in the address. */
  search: object
  /** Called with the value of the button that was pressed. */
  onPress: (value: string) => void
  className?: string
  /** Buttons of the type `submit`. One with a name and a value adds them to the address. */
  children: ReactNode
}

/**
 * Buttons that open the same page with another address. They act by themselves; without scripts, the
 * browser opens the address.
 */
export function AddressForm(props: AddressFormProps): ReactElement {
  const { search, onPress, className, children } = props
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as { submitter?: HTMLElement | null }
    onPress(submitter?.getAttribute('value') ?? '')
  }
  return (
    <Form method="get" onSubmit={handleSubmit} className={className}>
      {Object.entries(search)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
      {children}
    </Form>
  )
}
