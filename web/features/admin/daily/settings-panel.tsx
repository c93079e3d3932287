import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminSettings } from '#contract/daily.ts'
import { LastRun } from '#web/features/admin/daily/last-run.tsx'
import { dailySettingsQuery } from '#web/features/admin/daily/queries.ts'
import { SettingsForm } from '#web/features/admin/daily/settings-form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Notice } from '#web/ui/notice.tsx'
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
