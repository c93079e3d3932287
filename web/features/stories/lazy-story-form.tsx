import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react'
import type { StoryForm } from '#web/features/stories/story-form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loads the code of the form before it is shown. */
export const loadStoryForm = () => import('#web/features/stories/story-form.tsx')

const Form = lazy(async () => ({ default: (await loadStoryForm()).StoryForm }))

/** The form for writing or recording a story. Its code loads separately from the story list. */
export function LazyStoryForm(props: ComponentProps<typeof StoryForm>): ReactElement {
  return (
    <Suspense fallback={<Skeleton className="h-112 w-full" />}>
      <Form {...props} />
    </Suspense>
  )
}
