import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { dailyKey, dailyQuery } from '#web/features/daily/queries.ts'
import { VerseFigure } from '#web/features/daily/verse-figure.tsx'
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
