import type { ReactElement, ReactNode } from 'react'

/** The buttons at the end of a form that fills a card, always in view. */
export function FormBar({ children }: { children: ReactNode }): ReactElement {
  return (
    <div
      data-bar
      className="sticky bottom-(--bar-bottom) z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-b-xl border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:-mb-6 sm:gap-x-4 sm:px-6"
    >
      {children}
    </div>
  )
}
