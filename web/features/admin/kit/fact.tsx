import type { ReactElement, ReactNode } from 'react'

/** A name and its value, in a `<dl>`. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-quiet">{name}</dt>
      <dd dir="auto" className="wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}
