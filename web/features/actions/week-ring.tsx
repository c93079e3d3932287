import { Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ActionWeek, WeekDay } from '#contract/actions.ts'
import {
  type DayKind,
  dayName,
  daySentence,
  kindOf,
  type RingSegment,
  ringSegments,
} from '#web/features/actions/week.ts'
import { cn } from '#web/lib/cn.ts'
import { useDates } from '#web/lib/use-dates.ts'

const SEGMENTS = ringSegments({ count: 7, radius: 54, gap: 16 })
const LETTER_RADIUS = 36
const MARK_RADIUS = 67

/** Each kind of day has its own line style, so that it is recognizable without color. */
const LINES: Record<DayKind, { stroke: string; width: number; dashes?: string }> = {
  done: { stroke: 'var(--primary)', width: 13 },
  rest: { stroke: 'var(--line-strong)', width: 6, dashes: '0.1 9' },
  open: { stroke: 'var(--line-strong)', width: 2.5 },
}

/** The last seven days as a ring, today last, and as a list for screen readers. */
export function WeekRing({ week }: { week: ActionWeek }): ReactElement {
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
            {day.date === week.today ? 'Today' : dayName(day.date, 'long', locale)}:{' '}
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
        {dayName(day.date, 'narrow', locale)}
      </text>
      {kind === 'done' && day.isFinishedLater ? (
        <circle cx={mark.x} cy={mark.y} r={3.5} fill="var(--gold-ink)" />
      ) : null}
    </g>
  )
}
