import type { ReactElement } from 'react'

export function FaithIntro(): ReactElement {
  return (
    <div className="max-w-prose">
      <h2>Faith In Action</h2>
      <p className="mt-2 text-ink-quiet">
        Faith grows in small, intentional steps. Take one of them today; the others can wait.
      </p>
    </div>
  )
}
