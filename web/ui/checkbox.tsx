import { Check } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

/** A native checkbox with its label; the whole row can be pressed. */
export function Checkbox({ label, className, ...rest }: CheckboxProps): ReactElement {
  return (
    <label className={cn('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <span className="relative inline-flex">
        <input
          type="checkbox"
          className={cn(
            'peer size-6 cursor-pointer appearance-none rounded-md border border-line-strong bg-surface',
            'transition-colors checked:border-primary checked:bg-primary disabled:opacity-55',
          )}
          {...rest}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-4 scale-25 text-on-primary opacity-0 ease-settle peer-checked:scale-100 peer-checked:opacity-100 motion-safe:transition-[scale] motion-safe:duration-250"
        />
      </span>
      <span dir="auto">{label}</span>
    </label>
  )
}
