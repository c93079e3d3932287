import type { ReactElement } from 'react'
import type { DailyRun, DailySource } from '#contract/daily.ts'
import { sourceLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** The outcome of the last daily run. */
export function LastRun({ run }: { run: DailyRun | null }): ReactElement {
  return (
    <SectionCard title="Last run">
      {run ? (
        <RunFacts run={run} />
      ) : (
        <p className="text-ink-quiet">Nothing has been generated automatically yet.</p>
      )}
    </SectionCard>
  )
}

function RunFacts({ run }: { run: DailyRun }): ReactElement {
  const { locale } = useDates()
  return (
    <div className="flex flex-col gap-3">
      <p>
        For {longDay(run.date, locale)}, <RelativeTime date={run.startedAt} />
        {run.finishedAt ? '.' : '. It hasn’t finished.'}
      </p>
      <dl className="flex flex-col gap-2">
        <Fact name={TYPE_LABELS.message}>{outcome(run, run.messageSource)}</Fact>
        <Fact name={TYPE_LABELS.reflection}>{outcome(run, run.reflectionSource)}</Fact>
      </dl>
      {run.fallbackReason ? <p className="max-w-prose">{run.fallbackReason}</p> : null}
    </div>
  )
}

function outcome(run: DailyRun, source: DailySource | null): string {
  if (source) return sourceLabel(source)
  return run.finishedAt ? 'Already published' : 'Not finished'
}

function Fact({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div>
      <dt className="text-sm text-ink-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
