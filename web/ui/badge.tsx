import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

const badgeVariants = cva(
  'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium',
  {
    variants: {
      variant: {
        default: 'bg-primary-soft text-primary-strong',
        neutral: 'bg-sand text-ink',
        gold: 'bg-gold-soft text-gold-ink',
        destructive: 'bg-destructive-soft text-destructive-strong',
      },
    },
    defaultVariants: { variant: 'default' },
  },
)

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeVariants>

export function Badge({ variant, className, ...rest }: BadgeProps): ReactElement {
  return <span className={cn(badgeVariants({ variant }), className)} {...rest} />
}
