import type { ReactElement, ReactNode } from 'react'
import { PathsMotif } from '#web/ui/paths-motif.tsx'

interface ResultPageProps {
  title: string
  /** Sentences about what happened. */
  children: ReactNode
  /** Buttons and links to continue. */
  ways: ReactNode
}

/** A page with the result of a purchase. */
export function ResultPage({ title, children, ways }: ResultPageProps): ReactElement {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-6 py-8 text-center sm:py-14">
      <PathsMotif className="w-40" />
      <div role="status" className="flex flex-col items-center gap-3">
        <h1>{title}</h1>
        <div className="flex flex-col gap-2 text-lg text-ink-quiet">{children}</div>
      </div>
      <div className="flex flex-col items-stretch gap-3 sm:flex-row sm:items-center">{ways}</div>
    </div>
  )
}
