import type { ReactElement } from 'react'
import { Resources } from '#web/features/shop/resources-panel.tsx'

/** The products on their own page; the Faith Action tab shows the same list. */
export function ResourcesPage(): ReactElement {
  return (
    <section aria-labelledby="resources-title" className="flex flex-col gap-6">
      <h1 id="resources-title">Resources For Your Journey</h1>
      <Resources titleLevel={2} />
    </section>
  )
}
