import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useRef } from 'react'
import { dailyKey, dailyQuery } from '#web/features/daily/queries.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useCommunityToday } from '#web/lib/use-today.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded on demand, because the dashboard doesn't begin with the verse. */
const ReadAloud = onDemand(
  () => import('#web/features/read-aloud/read-aloud.tsx'),
  'ReadAloud',
  <span className="min-h-11" />,
)

/** The verse of the day with its reference. */
export function Verse(): ReactElement {
  const today = useCommunityToday()
  return today ? <VerseOf today={today} /> : <VerseSkeleton />
}

function VerseOf({ today }: { today: string }): ReactElement {
  useRefreshOn('daily', dailyKey)
  const page = useQuery(dailyQuery({ today, date: undefined }))
  const words = useRef<HTMLElement>(null)
  if (!page.data) return page.error ? <QueryError query={page} /> : <VerseSkeleton />
  const { text, reference } = page.data.verse
  return (
    <figure ref={words} className="max-w-prose">
      <blockquote className="border-l-3 border-gold pl-4 font-serif text-lg leading-relaxed">
        {text}
      </blockquote>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 pl-4.75 text-sm text-ink-quiet">
        <span>
          <ScriptureText text={reference} />
        </span>
        <ReadAloud
          title="the verse"
          text={text}
          target={words}
          className="-mr-3.5 ml-auto justify-end"
        />
      </figcaption>
    </figure>
  )
}

function VerseSkeleton(): ReactElement {
  return <Skeleton className="h-24" />
}
