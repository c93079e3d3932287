import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import type { BusinessWord, DailyContent, DailyPage } from '#contract/daily.ts'
import { type DateText, logicalDate } from '#contract/logical-date.ts'
import { dailyKey, dailyQuery } from '#web/features/daily/queries.ts'
import { useCompleteStep } from '#web/features/dashboard/day-steps.ts'
import { FLOW_TAB_LABELS } from '#web/features/flow/flow-tabs.ts'
import { ReadAloud } from '#web/features/read-aloud/read-aloud.tsx'
import { ScriptureRichText } from '#web/features/scripture/scripture-rich-text.tsx'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery, useSiteSettings } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useCommunityToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
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
    <div className="flex flex-col gap-2 sm:gap-4">
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
  const completeStep = useCompleteStep()
  const isRead = !pastDate && page.data !== undefined
  useEffect(() => (isRead ? completeStep('word') : undefined), [isRead, completeStep])
  return (
    <>
      <DayHeader pastDate={pastDate} page={page.data} />
      {page.error && !page.data ? (
        <Card>
          <QueryError what="the Daily WORD" query={page} />
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
  const words = useRef<HTMLDivElement>(null)
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-x-3">
        <CardTitle className="text-lg">{title}</CardTitle>
        {text ? (
          <ReadAloud
            title={title}
            text={text.content}
            target={words}
            className="-my-2.5 -mr-3.5 ml-auto justify-end"
          />
        ) : null}
      </CardHeader>
      {text ? (
        <div ref={words}>
          <ScriptureRichText html={text.content} />
        </div>
      ) : (
        <p className="text-ink-quiet">{empty}</p>
      )}
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

interface DayHeaderProps {
  /** Undefined for today. */
  pastDate: DateText | undefined
  page: DailyPage | undefined
}

/** Names the day and links to the days around it. Has the same size while they are unknown. */
function DayHeader({ pastDate, page }: DayHeaderProps): ReactElement {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <DayTitle pastDate={pastDate} />
      <nav aria-label="Days" className="-mx-2.5 flex min-h-11 flex-wrap items-center gap-x-2">
        {page?.previousDate ? (
          <DayLink date={page.previousDate}>
            <ChevronLeft aria-hidden size={18} />
            Previous day
          </DayLink>
        ) : null}
        {page?.nextDate ? (
          <DayLink date={page.nextDate === page.today ? undefined : page.nextDate}>
            Next day
            <ChevronRight aria-hidden size={18} />
          </DayLink>
        ) : null}
        {pastDate ? <DayLink date={undefined}>Back to today</DayLink> : null}
      </nav>
    </div>
  )
}

/**
 * The heading, with the day if it is a past one. When another day is opened, the last of them takes the
 * focus, because it names the day and the pressed link may have disappeared.
 */
function DayTitle({ pastDate }: { pastDate: DateText | undefined }): ReactElement {
  const { locale } = useDates()
  const heading = useRef<HTMLHeadingElement>(null)
  const named = useRef(pastDate)
  useEffect(() => {
    if (named.current === pastDate) return
    named.current = pastDate
    heading.current?.focus({ preventScroll: true })
  }, [pastDate])
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h1
        ref={pastDate ? undefined : heading}
        tabIndex={-1}
        className="rounded-sm text-2xl sm:text-3xl"
      >
        {FLOW_TAB_LABELS.daily}
      </h1>
      {pastDate ? (
        <h2 ref={heading} tabIndex={-1} className="rounded-sm text-lg">
          {longDay(pastDate, locale)}
        </h2>
      ) : null}
    </div>
  )
}

function DayLink(props: { date: DateText | undefined; children: ReactNode }): ReactElement {
  return (
    <Button asChild variant="ghost" size="sm" className="min-h-11 px-2.5">
      <Link to="/flow" search={{ date: props.date }} resetScroll={false} preload={false}>
        {props.children}
      </Link>
    </Button>
  )
}

/** Up to two images from the website settings (member document, section 2). */
function FooterImages(): ReactElement | null {
  const settings = useSiteSettings()
  const images = [
    { src: settings?.footerImage1, alt: 'Meditation' },
    { src: settings?.footerImage2, alt: 'Mindfulness' },
  ].filter(({ src }) => src)
  if (images.length === 0) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {images.map(({ src, alt }) => (
        <img
          key={alt}
          src={src ?? ''}
          alt={alt}
          width={1280}
          height={720}
          loading="lazy"
          decoding="async"
          className="aspect-video w-full rounded-xl bg-sand object-cover"
        />
      ))}
    </div>
  )
}

function WordCard({ word }: { word: BusinessWord }): ReactElement {
  return (
    <section
      aria-labelledby="business-word"
      className="flex flex-col gap-x-8 gap-y-3 rounded-xl border border-line bg-sand p-5 sm:p-6 md:flex-row"
    >
      <div className="md:w-1/3">
        <CardTitle className="text-lg" id="business-word">
          Business word of the day
        </CardTitle>
        <p className="mt-2 text-lg font-semibold">
          <dfn className="not-italic">{word.word}</dfn>
        </p>
      </div>
      <div className="max-w-prose md:w-2/3">
        <p>{word.meaning}</p>
        <p className="mt-2 border-l-3 border-gold pl-3 text-ink-quiet italic">{word.example}</p>
      </div>
    </section>
  )
}
