import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
}

/** A native checkbox with the role of a switch; the whole row can be pressed. */
export function Switch({ label, className, ...rest }: SwitchProps): ReactElement {
  return (
    <label className={cn('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <span className="relative inline-flex shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: browsers take the state from the checkbox.
          role="switch"
          className={cn(
            'peer h-7 w-12 cursor-pointer appearance-none rounded-full border border-line-strong bg-sand',
            'transition-colors checked:border-primary checked:bg-primary disabled:opacity-55',
          )}
          {...rest}
        />
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-line-strong transition-transform',
            'peer-checked:translate-x-5 peer-checked:bg-on-primary',
          )}
        />
      </span>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {label}
      </span>
    </label>
  )
}
