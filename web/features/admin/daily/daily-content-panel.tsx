import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { BothCard } from '#web/features/admin/daily/both-card.tsx'
import { ContentCalendar } from '#web/features/admin/daily/content-calendar.tsx'
import { GenerationCard } from '#web/features/admin/daily/generation-card.tsx'
import { ManualPanel } from '#web/features/admin/daily/manual-panel.tsx'
import { Overview } from '#web/features/admin/daily/overview.tsx'
import { overviewQuery } from '#web/features/admin/daily/queries.ts'
import { SettingsPanel } from '#web/features/admin/daily/settings-panel.tsx'
import { useManualEditing } from '#web/features/admin/daily/use-manual-editing.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useToday } from '#web/lib/use-today.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TabRow, Tabs, TabsContent } from '#web/ui/tabs.tsx'

/** The sub-tabs by their names in the address (administrator document, section 2). */
const PARTS = [
  { value: 'ai', label: 'AI Generation' },
  { value: 'manual', label: 'Manual Creation' },
  { value: 'settings', label: 'AI Settings' },
] as const

/** Generates, writes and schedules the Daily Message and the Daily Reflection. */
export function DailyContentPanel(): ReactElement {
  const { part, openPart } = useAdminAddress()
  const open = PARTS.find(({ value }) => value === part) ?? PARTS[0]
  const editing = useManualEditing()
  // The server's day counts. The local day only triggers a refetch when it changes.
  const localToday = useToday(useSiteSettings()?.timeZone ?? 'UTC')
  const overview = useQuery(overviewQuery(localToday))
  const today = overview.data?.today ?? localToday
  /** Opens the published text of a complete day, or a form for what another day lacks. */
  const openDay = (date: DateText, types: readonly DailyType[]): void => {
    const entries = overview.data?.entries.filter((entry) => entry.date === date) ?? []
    const written = entries.find(({ format }) => format === 'text')
    if (types.length > 1 && written) editing.start(written)
    else editing.startDay(date, types)
  }
  return (
    <div className="flex flex-col gap-10">
      <Tabs
        value={open.value}
        onValueChange={(value) => openPart(value === PARTS[0].value ? undefined : value)}
      >
        <TabRow label="Daily Content" tabs={PARTS} value={open.value} />
        <TabsContent value="ai" className="flex flex-col gap-6">
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <GenerationCard type="message" today={today} />
            <GenerationCard type="reflection" today={today} />
          </div>
          <BothCard todays={overview.data?.entries.filter(({ date }) => date === today) ?? []} />
        </TabsContent>
        <TabsContent value="manual">
          <ManualPanel
            key={editing.round}
            draftKey={editing.draftKey}
            today={today}
            takeFocus={editing.takeFocus}
          />
        </TabsContent>
        <TabsContent value="settings">
          <SettingsPanel />
        </TabsContent>
      </Tabs>
      {open.value === 'settings' ? null : (
        <>
          <ContentCalendar today={today} onOpen={openDay} />
          <Overview overview={overview} onEdit={editing.start} />
        </>
      )}
      <ConfirmDialog
        title="Replace your draft?"
        description="Manual Creation has an unpublished draft. The text you want to edit will replace it."
        confirmLabel="Replace draft"
        isOpen={editing.asked !== undefined}
        onOpenChange={(isOpen) => (isOpen ? undefined : editing.cancel())}
        onConfirm={editing.confirm}
      />
    </div>
  )
}
