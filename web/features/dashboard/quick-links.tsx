import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

interface QuickLink {
  to: LinkProps['to']
  label: string
}

/** The first one is the day's next step and stands out. */
const QUICK_LINKS: QuickLink[] = [
  { to: '/flow', label: "Start Today's Flow" },
  { to: '/daily-actions', label: 'Daily Actions List' },
  { to: '/guidance-responses', label: 'Guidance Responses' },
]

/** The quick navigation of the dashboard. */
export function QuickLinks(): ReactElement {
  return (
    <nav aria-label="Quick navigation" className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
      {QUICK_LINKS.map(({ to, label }, index) => (
        <Button key={to} asChild size="lg" variant={index === 0 ? 'default' : 'outline'}>
          <Link to={to}>{label}</Link>
        </Button>
      ))}
    </nav>
  )
}
