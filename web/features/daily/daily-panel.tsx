import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { DailyContent, DailyPage } from '#contract/daily.ts'
import { type DateText, logicalDate } from '#contract/logical-date.ts'
import { DayHeader } from '#web/features/daily/day-header.tsx'
import { FooterImages } from '#web/features/daily/footer-images.tsx'
import { dailyKey, dailyQuery } from '#web/features/daily/queries.ts'
import { WordCard } from '#web/features/daily/word-card.tsx'
import { ScriptureRichText } from '#web/features/scripture/scripture-rich-text.tsx'
import { cn } from '#web/lib/cn.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'
import { useCommunityToday } from '#web/lib/use-community-today.ts'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Reads the page of the day in the address. */
export async function loadDaily({ client, now, search }: MemberLoad): Promise<void> {
  const { timeZone } = await client.ensureQueryData(siteSettingsQuery)
  const today = logicalDate(now, timeZone)
  const date = typeof search.date === 'string' && search.date !== today ? search.date : undefined
  await prefetch(client, dailyQuery({ today, date }))
}

/** The Daily WORD: message, reflection and business word of today or of a past day. */
export function DailyPanel(): ReactElement {
  const today = useCommunityToday()
  return (
    <div className="flex flex-col gap-3 sm:gap-6">
      {today ? <Day today={today} /> : <LoadingDay />}
      <FooterImages />
    </div>
  )
}

function Day({ today }: { today: DateText }): ReactElement {
  useRefreshOn('daily', dailyKey)
  const { date } = useSearch({ from: '/flow' })
  const pastDate = date === today ? undefined : date
  const page = useQuery(dailyQuery({ today, date: pastDate }))
  return (
    <>
      <DayHeader pastDate={pastDate} page={page.data} />
      {page.error && !page.data ? (
        <Card>
          <QueryError query={page} />
        </Card>
      ) : page.data ? (
        <DayContent
          page={page.data}
          isPast={pastDate !== undefined}
          isOld={page.isPlaceholderData}
        />
      ) : (
        <LoadingCards />
      )}
    </>
  )
}

interface DayContentProps {
  page: DailyPage
  isPast: boolean
  /** Whether it is another day's page, shown until this one has loaded. */
  isOld: boolean
}

function DayContent({ page, isPast, isOld }: DayContentProps): ReactElement {
  const day = isPast ? 'this day' : 'today'
  return (
    <div aria-busy={isOld} className={cn('flex flex-col gap-6', isOld && 'opacity-60')}>
      <div className="grid gap-6 md:grid-cols-2">
        <TextCard
          title="Daily Message"
          text={page.message}
          empty={`No message available for ${day}.`}
        />
        <TextCard
          title="Daily Reflection"
          text={page.reflection}
          empty={`No reflection available for ${day}.`}
        />
      </div>
      <WordCard word={page.word} />
    </div>
  )
}

interface TextCardProps {
  title: string
  text: DailyContent | null
  empty: string
}

function TextCard({ title, text, empty }: TextCardProps): ReactElement {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle asLevel={3}>{title}</CardTitle>
      </CardHeader>
      {text ? <ScriptureRichText html={text.content} /> : <p className="text-ink-quiet">{empty}</p>}
    </Card>
  )
}

function LoadingDay(): ReactElement {
  return (
    <>
      <div className="flex min-h-11 items-center">
        <Skeleton className="h-8 w-48" />
      </div>
      <LoadingCards />
    </>
  )
}

function LoadingCards(): ReactElement {
  return (
    <div role="status" aria-label="Loading the Daily WORD" className="flex flex-col gap-6">
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-80 rounded-xl" />
        <Skeleton className="h-80 rounded-xl" />
      </div>
      <Skeleton className="h-40 rounded-xl" />
    </div>
  )
}
