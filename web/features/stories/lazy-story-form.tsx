import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react'
import type { StoryForm } from '#web/features/stories/story-form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Fetches the form before it is shown. */
export const loadStoryForm = () => import('#web/features/stories/story-form.tsx')

const Form = lazy(async () => ({ default: (await loadStoryForm()).StoryForm }))

/** The form that writes or records a story. Stories can be read before its code is here. */
export function LazyStoryForm(props: ComponentProps<typeof StoryForm>): ReactElement {
  return (
    <Suspense fallback={<Skeleton className="h-112 w-full" />}>
      <Form {...props} />
    </Suspense>
  )
}
