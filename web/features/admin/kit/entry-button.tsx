import type { ComponentProps, ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

interface EntryButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** What the button does: 'Edit'. */
  label: string
  /** What tells the entry apart, for screen readers: its title or address. */
  entry: string
}

/** A small button of an entry in a list. */
export function EntryButton({ label, entry, ...rest }: EntryButtonProps): ReactElement {
  return (
    <Button variant="outline" size="sm" aria-label={`${label}: ${entry}`} {...rest}>
      {label}
    </Button>
  )
}
