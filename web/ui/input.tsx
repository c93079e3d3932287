import type { ComponentProps, ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Counted } from '#web/ui/counted.tsx'
import { useFieldControl } from '#web/ui/field.tsx'

/** The style of all text controls. The text has 16 px, so that phones don't zoom in. */
export const controlClasses = [
  'w-full rounded-lg border border-line-strong bg-surface px-3.5 py-2 text-base text-ink',
  'placeholder:text-ink-quiet disabled:opacity-55',
  'aria-invalid:border-destructive aria-invalid:outline-destructive',
]

/** The button of a file input. */
const fileButtonClasses =
  'file:mr-3 file:rounded-md file:border-0 file:bg-sand file:px-3 file:py-1 file:font-medium file:text-ink'

interface InputProps extends ComponentProps<'input'> {
  /** The maximum number of characters. Shows how many are left; longer text is not cut off. */
  limit?: number
}

export function Input({ limit, ...props }: InputProps): ReactElement {
  if (limit === undefined) return <PlainInput {...props} />
  return (
    <Counted limit={limit}>
      {(isTooLong) => <PlainInput {...props} {...(isTooLong && { 'aria-invalid': true })} />}
    </Counted>
  )
}

const WORDS: readonly (string | undefined)[] = [undefined, 'text', 'search']

/** Words may be in any script; an address, a number, a code or a date is written in one direction. */
function directionOf({ type, inputMode }: ComponentProps<'input'>): 'auto' | 'ltr' {
  return WORDS.includes(type) && WORDS.includes(inputMode) ? 'auto' : 'ltr'
}

function PlainInput({ className, ...rest }: ComponentProps<'input'>): ReactElement {
  return (
    <input
      dir={directionOf(rest)}
      {...useFieldControl()}
      className={cn(controlClasses, fileButtonClasses, 'min-h-11', className)}
      {...rest}
    />
  )
}
