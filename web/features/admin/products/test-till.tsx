import type { ReactElement } from 'react'
import { TillDesk } from '#web/features/till/till-desk.tsx'

/** Simulates events after a checkout at the test till. */
export function TestTill(): ReactElement {
  return (
    <section aria-labelledby="till-desk" className="flex flex-col gap-4">
      <h2 id="till-desk" className="sr-only">
        Payments at the test till
      </h2>
      <TillDesk />
    </section>
  )
}
