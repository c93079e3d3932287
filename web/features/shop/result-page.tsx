import type { ReactElement, ReactNode } from 'react'
import { PathsMotif } from '#web/ui/paths-motif.tsx'

interface ResultPageProps {
  title: string
  /** What happened, in sentences. */
  children: ReactNode
  /** The ways on: buttons and links. */
  ways: ReactNode
}

/** A page that tells how a purchase went. */
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
