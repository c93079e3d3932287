import type { ReactElement } from 'react'
import { ActionsPanel } from '#web/features/actions/actions-panel.tsx'
import { TriviaPanel } from '#web/features/trivia/trivia-panel.tsx'

/** Faith In Action (member document, section 2). */
export function FaithPanel(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-prose">
        <h2>Faith In Action</h2>
        <p className="mt-2 text-ink-quiet">
          Faith grows in small, intentional steps. Take one of them today; the others can wait for
          you.
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ActionsPanel />
        <TriviaPanel />
      </div>
    </div>
  )
}
