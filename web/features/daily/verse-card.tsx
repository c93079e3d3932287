import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { dailyKey, dailyQuery } from '#web/features/daily/queries.ts'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { useCommunityToday } from '#web/lib/use-community-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Today's verse, with a link to the rest of the Daily WORD. */
export function VerseCard(): ReactElement {
  const today = useCommunityToday()
  return (
    <Card aria-labelledby="verse-title" className="flex flex-col">
      <CardHeader>
        <CardTitle id="verse-title">Today’s verse</CardTitle>
      </CardHeader>
      {today ? <Verse today={today} /> : <VerseSkeleton />}
      <Button asChild variant="outline" className="mt-auto self-start">
        <Link to="/flow">Read today’s word</Link>
      </Button>
    </Card>
  )
}

function Verse({ today }: { today: DateText }): ReactElement {
  useRefreshOn('daily', dailyKey)
  const page = useQuery(dailyQuery({ today, date: undefined }))
  if (page.data) {
    const { text, reference } = page.data.verse
    return <VerseFigure text={text} reference={<ScriptureText text={reference} />} />
  }
  return page.error ? <QueryError query={page} /> : <VerseSkeleton />
}

function VerseSkeleton(): ReactElement {
  return <Skeleton className="mb-5 h-24" />
}

interface VerseFigureProps {
  text: string
  reference: ReactElement
}

/**
 * A verse with its reference. Also used as a block of the same size in page shells without the
 * text.
 */
function VerseFigure({ text, reference }: VerseFigureProps): ReactElement {
  return (
    <figure className="mb-5 max-w-prose">
      <blockquote className="border-l-3 border-gold pl-4 font-serif text-lg leading-relaxed empty:min-h-22 empty:rounded-lg empty:border-0 empty:bg-sand">
        {text}
      </blockquote>
      <figcaption className="mt-2 pl-4.75 text-sm text-ink-quiet">{reference}</figcaption>
    </figure>
  )
}
