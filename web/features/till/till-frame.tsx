import type { ReactElement, ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'

/** The layout of the till's pages, which simulate those of a payment provider. */
export function TillFrame({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5 py-4 sm:py-10">
      <p className="flex items-center justify-between gap-3">
        <span className="font-serif text-lg font-semibold">Test payment</span>
        <Badge variant="gold">No real money</Badge>
      </p>
      <div className="rounded-xl border border-line bg-surface p-6 shadow-lift print:border-0 print:shadow-none sm:p-8">
        {children}
      </div>
    </div>
  )
}
