import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Mute } from '#contract/mutes.ts'
import { mutesQuery, refreshMuted } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { muteCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The community usernames that the member has muted. */
export function MutedCard(): ReactElement {
  const isAnyone = useQuery(mutesQuery).data?.length !== 0
  return (
    <SectionCard
      title="Muted"
      description={
        isAnyone
          ? 'Stories, replies and prayer requests by these community usernames are collapsed for you. Only you see this list.'
          : 'You haven’t muted anyone. Mute is below a story, and in a reply’s menu.'
      }
      headerClassName={isAnyone ? '' : 'mb-0'}
    >
      {isAnyone ? <MutedList /> : null}
    </SectionCard>
  )
}

function MutedList(): ReactElement {
  const mutes = useQuery(mutesQuery)
  if (!mutes.data) {
    return mutes.error ? <QueryError query={mutes} /> : <Skeleton className="h-6 w-56" />
  }
  return (
    <ul className="-my-4 max-h-96 divide-y divide-line overflow-y-auto">
      {mutes.data.map((mute) => (
        <MutedRow key={mute.id} mute={mute} />
      ))}
    </ul>
  )
}

function MutedRow({ mute }: { mute: Mute }): ReactElement {
  const client = useQueryClient()
  const name = mute.anonymousUsername ?? 'Someone with nothing published'
  const unmuting = useAction({
    call: () => call(muteCalls.remove, { params: { id: mute.id } }),
    done: `${isolated(name)} is no longer muted`,
    failed: 'Failed to unmute',
    onDone: () =>
      client.setQueryData(mutesQuery.queryKey, (mutes) =>
        mutes?.filter(({ id }) => id !== mute.id),
      ),
    refresh: refreshMuted,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-quiet">
          Muted <RelativeTime date={mute.mutedAt} />
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        busy={unmuting.isPending}
        aria-label={`Unmute: ${name}`}
        onClick={() => unmuting.run()}
      >
        Unmute
      </Button>
    </li>
  )
}
