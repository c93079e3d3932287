import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminSettings, DailyRun, DailySource } from '#contract/daily.ts'
import { sourceLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { dailySettingsQuery } from '#web/features/admin/daily/queries.ts'
import { SettingsForm } from '#web/features/admin/daily/settings-form.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** The AI Settings tab: the provider, the settings and the last run. */
export function SettingsPanel(): ReactElement {
  const settings = useQuery(dailySettingsQuery)
  return (
    <Loaded
      query={settings}
      label="Loading the settings"
      rows={['h-20', 'h-160 rounded-xl']}
      className="flex flex-col gap-6"
    >
      {(data) => <LoadedSettings settings={data} />}
    </Loaded>
  )
}

function LoadedSettings({ settings }: { settings: AdminSettings }): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <ProviderNotice settings={settings} />
      <SectionCard
        title="AI Settings"
        description="These apply to drafts and to automatic content."
      >
        <SettingsForm settings={settings} />
      </SectionCard>
      <LastRun run={settings.lastRun} />
    </div>
  )
}

function ProviderNotice({ settings }: { settings: AdminSettings }): ReactElement {
  if (settings.hasProvider) {
    return (
      <Notice variant="success" title="An AI provider is set up">
        {settings.model ? <p>It writes with the model {settings.model}.</p> : null}
        <p>If it fails, the built-in library is used.</p>
      </Notice>
    )
  }
  return (
    <Notice title="No AI provider is set up">
      <p>
        The built-in library is used instead. To set one up, start the server with{' '}
        <code>AI_BASE_URL</code>, <code>AI_API_KEY</code> and <code>AI_MODEL</code> of any service
        with an OpenAI-compatible API.
      </p>
    </Notice>
  )
}

/** The outcome of the last daily run. */
function LastRun({ run }: { run: DailyRun | null }): ReactElement {
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
