import type { ReactElement } from 'react'
import { productsQuery } from '#web/features/shop/queries.ts'
import { Resources } from '#web/features/shop/resources-panel.tsx'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'

/** Reads the products. */
export function loadResources({ client }: MemberLoad): Promise<void> {
  return prefetch(client, productsQuery)
}

/** The products on their own page; the Faith Action tab shows the same list. */
export function ResourcesPage(): ReactElement {
  return (
    <section aria-labelledby="resources-title" className="flex flex-col gap-6">
      <h1 id="resources-title">Resources For Your Journey</h1>
      <Resources titleLevel={2} />
    </section>
  )
}
