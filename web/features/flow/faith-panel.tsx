import { lazy, type ReactElement, Suspense } from 'react'
import { ActionsPanel } from '#web/features/actions/actions-panel.tsx'
import { TriviaPanel } from '#web/features/trivia/trivia-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Below the fold, so that it never holds up the day's steps. */
const ResourcesPanel = lazy(async () => {
  const { ResourcesPanel } = await import('#web/features/store/resources-panel.tsx')
  return { default: ResourcesPanel }
})

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
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <ResourcesPanel />
      </Suspense>
    </div>
  )
}
