import type { ChangeEvent, ComponentProps, ReactElement } from 'react'
import { digitsOf } from '#web/features/accounts/code-digits.ts'
import { cn } from '#web/lib/cn.ts'
import { Input } from '#web/ui/input.tsx'

/** Input for an emailed code. Accepts a pasted code with spaces or dashes. */
export function CodeInput({ onChange, className, ...rest }: ComponentProps<'input'>): ReactElement {
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const digits = digitsOf(event.target.value)
    if (digits !== event.target.value) event.target.value = digits
    onChange?.(event)
  }
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      className={cn('tracking-[0.3em] tabular-nums', className)}
      {...rest}
      onChange={handleChange}
    />
  )
}
