import { useQuery } from '@tanstack/react-query'
import { Sun } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ActionWeek, WeekDay } from '#contract/actions.ts'
import type { DateText } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { weekQuery } from '#web/features/actions/queries.ts'
import {
  type DayKind,
  daySentence,
  kindOf,
  type RingSegment,
  ringSegments,
  weekSentence,
} from '#web/features/actions/week.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { formatDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const SEGMENTS = ringSegments({ count: 7, radius: 54, gap: 16 })

const LETTER_RADIUS = 36

const MARK_RADIUS = 67

/** Each kind of day has its own line style, so that it is recognizable without color. */
const LINES: Record<DayKind, { stroke: string; width: number; dashes?: string }> = {
  done: { stroke: 'var(--primary)', width: 13 },
  rest: { stroke: 'var(--line-strong)', width: 6, dashes: '0.1 9' },
  open: { stroke: 'var(--line-strong)', width: 2.5 },
}

/** The member's week of daily actions, with a next step next to it. */
export function WeekCard({ children }: { children?: ReactNode }): ReactElement {
  const today = useToday(useMember().timeZone)
  return (
    <SectionCard title="Your week" className="min-w-0">
      <WeekSummary today={today}>{children}</WeekSummary>
    </SectionCard>
  )
}

interface WeekSummaryProps {
  today: DateText
  children: ReactNode
}

/** The week ring with an encouraging sentence next to it. */
function WeekSummary({ today, children }: WeekSummaryProps): ReactElement {
  const { data: week, error, isFetching, refetch } = useQuery(weekQuery(today))
  return (
    <div className="flex min-h-36 flex-wrap items-center gap-5">
      {week ? (
        <>
          <WeekRing week={week} />
          {/* Below the ring if the text is large. */}
          <div className="min-w-0 grow basis-[5rem]">
            <p role="status" className="text-lg leading-snug font-medium">
              {weekSentence(week)}
            </p>
            <Legend week={week} />
            {children}
          </div>
        </>
      ) : error ? (
        <div role="alert" className="flex flex-col items-start gap-2">
          <p>{sentenceOf(error)}</p>
          <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <>
          <Skeleton className="size-36 shrink-0 rounded-full" />
          <Skeleton className="h-12 grow basis-[5rem]" />
        </>
      )}
    </div>
  )
}

/** Explains the special marks in this week's ring, if there are any. */
function Legend({ week }: { week: ActionWeek }): ReactElement | null {
  const hasRest = week.days.some((day) => kindOf(day) === 'rest')
  const hasLater = week.days.some((day) => day.isFinishedLater && kindOf(day) === 'done')
  if (!hasRest && !hasLater) return null
  return (
    <ul aria-hidden className="mt-2 flex flex-col gap-0.5 text-sm text-ink-quiet">
      {hasRest ? (
        <LegendEntry label="Rest day">
          {[3, 10, 17].map((x) => (
            <circle key={x} cx={x} cy={10} r={2.4} fill="var(--line-strong)" />
          ))}
        </LegendEntry>
      ) : null}
      {hasLater ? (
        <LegendEntry label="Finished later">
          <circle cx={10} cy={10} r={4} fill="var(--gold-ink)" />
        </LegendEntry>
      ) : null}
    </ul>
  )
}

function LegendEntry({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <li className="flex items-center gap-2">
      <svg viewBox="0 0 20 20" aria-hidden className="size-5">
        {children}
      </svg>
      {label}
    </li>
  )
}

/** The last seven days as a ring, today last, and as a list for screen readers. */
function WeekRing({ week }: { week: ActionWeek }): ReactElement {
  const { locale } = useDates()
  return (
    <div className="relative size-36 shrink-0">
      <svg viewBox="-72 -72 144 144" fill="none" aria-hidden className="size-full">
        {week.days.map((day, index) => {
          const segment = SEGMENTS[index]
          const isToday = day.date === week.today
          return segment ? (
            <Day key={day.date} day={day} segment={segment} isToday={isToday} />
          ) : null
        })}
      </svg>
      <Sun
        aria-hidden
        size={26}
        className={cn(
          'absolute inset-0 m-auto transition-colors',
          week.isWhole ? 'text-gold' : 'text-line-strong',
        )}
      />
      <ul className="sr-only" aria-label="Your last seven days">
        {week.days.map((day) => (
          <li key={day.date}>
            {day.date === week.today ? 'Today' : formatDay(day.date, locale, { weekday: 'long' })}:{' '}
            {daySentence(day, week)}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface DayProps {
  day: WeekDay
  segment: RingSegment
  isToday: boolean
}

function Day({ day, segment, isToday }: DayProps): ReactElement {
  const { locale } = useDates()
  const kind = kindOf(day)
  const line = LINES[kind]
  const letter = segment.middleAt(LETTER_RADIUS)
  const mark = segment.middleAt(MARK_RADIUS)
  return (
    <g data-day={kind}>
      <path
        d={segment.path}
        stroke={line.stroke}
        strokeWidth={line.width}
        strokeDasharray={line.dashes}
        strokeLinecap="round"
        className="transition-[stroke,stroke-width]"
      />
      <text
        x={letter.x}
        y={letter.y}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={isToday ? 15 : 12}
        fontWeight={isToday ? 700 : 500}
        fill={isToday ? 'var(--primary)' : 'var(--ink-quiet)'}
      >
        {formatDay(day.date, locale, { weekday: 'narrow' })}
      </text>
      {kind === 'done' && day.isFinishedLater ? (
        <circle cx={mark.x} cy={mark.y} r={3.5} fill="var(--gold-ink)" />
      ) : null}
    </g>
  )
}
