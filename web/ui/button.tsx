import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** The classes of a button, for links that look like one. */
export const buttonVariants = cva(
  [
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-lg font-medium no-underline',
    'transition-colors select-none [&_svg]:shrink-0',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-55',
    'aria-disabled:cursor-default',
  ],
  {
    variants: {
      variant: {
        default: 'bg-primary text-on-primary hover:bg-primary-strong',
        destructive: 'bg-destructive text-on-destructive hover:bg-destructive-strong',
        outline: 'border border-line-strong bg-surface text-ink hover:bg-sand',
        secondary: 'bg-sand text-ink hover:bg-primary-soft',
        ghost: 'text-ink hover:bg-sand',
        link: 'text-primary underline underline-offset-4 hover:text-primary-strong',
      },
      size: {
        default: 'min-h-11 px-5 py-2',
        sm: 'min-h-9 px-3.5 py-1.5 text-sm pointer-coarse:min-h-11',
        lg: 'min-h-13 px-7 py-3 text-lg',
        // With large text, it grows only as far as a narrow screen has room for.
        icon: 'h-11 w-[clamp(44px,2.75rem,13vw)]',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'px-0' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Shows a spinner and ignores presses, but keeps the focus. */
  busy?: boolean
  /** Applies the button's style to its only child, such as a link. */
  asChild?: boolean
}

export function Button(props: ButtonProps): ReactElement {
  const {
    variant,
    size,
    busy = false,
    asChild = false,
    className,
    children,
    onClick,
    'aria-disabled': isDisabled,
    ...rest
  } = props
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} aria-disabled={isDisabled} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const handleClick = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      onClick={handleClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || isDisabled}
    >
      {busy ? <Spinner label="" className="text-current" /> : null}
      {busy && size === 'icon' ? null : children}
    </button>
  )
}
