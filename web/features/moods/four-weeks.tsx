import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { addDays, type DateText } from '#contract/logical-date.ts'
import { MOODS } from '#contract/moods.ts'
import { shortDay } from '#web/features/moods/calendar.ts'
import { emojiFont } from '#web/features/moods/mood-emoji.tsx'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'
import { moodsBetweenQuery } from '#web/features/moods/queries.ts'
import {
  TREND_DAYS,
  type TrendPoint,
  trendDays,
  trendRuns,
  trendSummary,
} from '#web/features/moods/trend.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const AXIS = 26
const COLUMN = 10
const ROW = 22
const WIDTH = AXIS + TREND_DAYS * COLUMN
const HEIGHT = MOODS.length * ROW

/** The last four weeks as a picture, with the same in words below. */
export function FourWeeks({ today }: { today: DateText }): ReactElement {
  const from = addDays(today, 1 - TREND_DAYS)
  const entries = useQuery(moodsBetweenQuery({ from, to: today }))
  return (
    <section aria-labelledby="journal-weeks">
      <h3 id="journal-weeks" className="mb-2 flex min-h-11 items-center">
        Four weeks
      </h3>
      {entries.isPending ? <Skeleton className="h-64 w-full" /> : null}
      {entries.isError ? <QueryError query={entries} /> : null}
      {entries.data ? <Picture days={trendDays(today, entries.data.items)} /> : null}
    </section>
  )
}

function Picture({ days }: { days: ReturnType<typeof trendDays> }): ReactElement {
  const first = days[0]?.date ?? ''
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="w-full">
        {MOODS.map((mood, row) => (
          <g key={mood}>
            <text
              x="0"
              y={middleOf(row)}
              dominantBaseline="central"
              fontSize="14"
              className={emojiFont}
            >
              {MOOD_LABELS[mood].emoji}
            </text>
            <path d={`M${AXIS} ${middleOf(row)}H${WIDTH}`} stroke="var(--line)" />
          </g>
        ))}
        {trendRuns(days).map((run) => (
          <Run key={run[0]?.date} run={run} />
        ))}
      </svg>
      <p aria-hidden className="flex justify-between pl-[8%] text-xs text-ink-quiet">
        <span>{shortDay(first)}</span>
        <span>Today</span>
      </p>
      <figcaption className="mt-2 text-sm">{trendSummary(days)}</figcaption>
    </figure>
  )
}

function Run({ run }: { run: TrendPoint[] }): ReactElement {
  const places = run.map(({ column, row, date }) => ({
    date,
    x: AXIS + (column + 0.5) * COLUMN,
    y: middleOf(row),
  }))
  return (
    <g>
      <polyline
        points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--primary)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        opacity="0.5"
      />
      {places.map(({ date, x, y }) => (
        <circle key={date} cx={x} cy={y} r="3.5" fill="var(--primary)" />
      ))}
    </g>
  )
}

function middleOf(row: number): number {
  return (row + 0.5) * ROW
}
