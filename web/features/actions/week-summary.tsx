import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { ActionWeek } from '#contract/actions.ts'
import type { DateText } from '#contract/logical-date.ts'
import { weekQuery } from '#web/features/actions/queries.ts'
import { kindOf, weekSentence } from '#web/features/actions/week.ts'
import { WeekRing } from '#web/features/actions/week-ring.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The week ring with an encouraging sentence next to it. */
export function WeekSummary({ today }: { today: DateText }): ReactElement {
  const { data: week, error, isFetching, refetch } = useQuery(weekQuery(today))
  return (
    <div className="flex min-h-36 items-center gap-5">
      {week ? (
        <>
          <WeekRing week={week} />
          <div className="min-w-0">
            <p role="status" className="font-serif text-lg leading-snug">
              {weekSentence(week)}
            </p>
            <Legend week={week} />
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
          <Skeleton className="h-12 grow" />
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
