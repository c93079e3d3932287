import { onDemand } from '#web/lib/on-demand.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loads the code of the form before it is shown. */
export const loadStoryForm = () => import('#web/features/stories/story-form.tsx')

/** The form for writing or recording a story. Its code loads separately from the story list. */
export const LazyStoryForm = onDemand(
  loadStoryForm,
  'StoryForm',
  <Skeleton className="h-112 w-full" />,
)
