import { useQuery } from '@tanstack/react-query'
import { myStoriesQuery } from '#web/features/stories/queries.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText, fieldsOf } from '#web/lib/shape.ts'

const Titled = fieldsOf<{ title: string }>({ title: aText })

/** The member's latest stories, in which unpublished ones are counted. */
export const LATEST = { page: 1, pageSize: 20 }

/**
 * How many of the member's stories are not published yet, such as '2 in review, 1 needs a change'.
 */
export function useWaitingLabel(): string | undefined {
  const { data } = useQuery(myStoriesQuery(LATEST))
  const unsent = useUnsentTitles().length
  const countOf = (status: string): number =>
    data?.items.filter((story) => story.status === status).length ?? 0
  const [pending, returned] = [countOf('pending'), countOf('rejected')]
  const parts = [
    unsent > 0 ? `${unsent} not sent yet` : undefined,
    pending > 0 ? `${pending} in review` : undefined,
    returned > 0 ? `${returned} ${returned === 1 ? 'needs' : 'need'} a change` : undefined,
  ]
  return parts.filter(Boolean).join(', ') || undefined
}

/** The stories that are kept on this device until they can be sent. */
export function useUnsentTitles(): { id: number; title: string }[] {
  const { waiting } = useOutbox()
  return waiting
    .filter(({ method, url }) => method === 'POST' && url === storyCalls.create.path)
    .map(({ id, body }) => ({ id, title: Titled.safeParse(body).data?.title ?? 'Your story' }))
}
