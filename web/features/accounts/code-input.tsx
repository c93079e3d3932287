import type { ChangeEvent, ComponentProps, ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Input } from '#web/ui/input.tsx'

const CODE_LENGTH = 6

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

/** The first six digits of typed or pasted text, such as '123 456'. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH)
}
