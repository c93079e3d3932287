import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useCallback, useRef, useState } from 'react'
import type {
  AdminDailyContent,
  DailyType,
  dailyEndpoints,
  GeneratedContent,
} from '#contract/daily.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ContentCalendar } from '#web/features/admin/daily/content-calendar.tsx'
import { GenerationCard } from '#web/features/admin/daily/generation-card.tsx'
import { sourceLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { ManualPanel } from '#web/features/admin/daily/manual-form.tsx'
import {
  draftForDay,
  draftOfEntry,
  isEmptyManual,
  ManualDraft,
  manualDraftKey,
} from '#web/features/admin/daily/manual-values.ts'
import { Overview } from '#web/features/admin/daily/overview.tsx'
import {
  dailySettingsQuery,
  overviewQuery,
  refreshDaily,
} from '#web/features/admin/daily/queries.ts'
import { NoAiNotice, SettingsPanel } from '#web/features/admin/daily/settings-panel.tsx'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { call } from '#web/lib/api.ts'
import { dailyCalls } from '#web/lib/calls.gen.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TabRow, Tabs, TabsContent } from '#web/ui/tabs.tsx'

/** The sub-tabs by their names in the address (administrator document, section 2). */
const PARTS = [
  { value: 'ai', label: 'AI Generation' },
  { value: 'manual', label: 'Manual Creation' },
  { value: 'settings', label: 'AI Settings' },
] as const

export async function loadDailyContent({ client, today }: AdminLoad): Promise<void> {
  await Promise.all([prefetch(client, overviewQuery(today)), prefetch(client, dailySettingsQuery)])
}

/** Generates, writes and schedules the Daily Message and the Daily Reflection. */
export function DailyContentPanel(): ReactElement {
  const { part, openPart } = useAdminAddress()
  const settings = useQuery(dailySettingsQuery)
  // Without an AI, generating only chooses texts of the library.
  const first = settings.data?.hasProvider ? 'ai' : 'manual'
  const open = PARTS.find(({ value }) => value === part)?.value ?? first
  const editing = useManualEditing(open)
  const [written, setWritten] = useState<DateText>()
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
      <Tabs value={open} onValueChange={(value) => openPart(value === first ? undefined : value)}>
        <TabRow label="Daily Content" tabs={PARTS} value={open} />
        <TabsContent value="ai" className="flex flex-col gap-6">
          {settings.data?.hasProvider === false ? <NoAiNotice /> : null}
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
            entries={overview.data?.entries}
            takeFocus={editing.takeFocus}
            onDay={setWritten}
          />
        </TabsContent>
        <TabsContent value="settings">
          <SettingsPanel />
        </TabsContent>
      </Tabs>
      {open === 'settings' ? null : (
        <>
          <ContentCalendar today={today} written={written} onOpen={openDay} />
          <Overview overview={overview} onEdit={editing.start} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-quiet">The business word of the day comes from a list.</p>
            <Button variant="outline" asChild>
              <Link to="/admin/business-words">Business words</Link>
            </Button>
          </div>
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

interface BothCardProps {
  /** The content published for today. */
  todays: readonly AdminDailyContent[]
}

/** Generates the message and the reflection and publishes both without a review. */
function BothCard({ todays }: BothCardProps): ReactElement {
  const generating = useAction({
    call: () => call(dailyCalls.autoGenerate, {}),
    done: 'Daily content generated successfully',
    failed: 'Failed to generate daily content',
    refresh: refreshDaily,
  })
  return (
    <SectionCard
      title="Message and reflection"
      description="Generates both and publishes them for today without a draft. If a text misquotes the Bible, one from the built-in library is used instead. If your own words around the message misquote it, they’re left out."
      headerClassName="mb-0"
      className="flex flex-col items-start gap-4"
    >
      <ActionButton
        size="default"
        label="Auto-generate both for today"
        action={generating}
        confirm={{
          title: 'Generate and publish for today?',
          description: `Both are published right away, before anyone has read them. ${replacedWords(todays)}`,
          confirmLabel: 'Generate and publish',
        }}
      />
      {generating.data ? <PublishedBoth both={generating.data} /> : null}
    </SectionCard>
  )
}

/** Says which of today's content will be replaced. */
export function replacedWords(todays: readonly Pick<AdminDailyContent, 'type'>[]): string {
  const names = todays.map(({ type }) => type)
  if (names.length === 0) return 'Nothing is published for today yet.'
  return `Today’s ${names.join(' and ')} will be replaced.`
}

function PublishedBoth(props: {
  both: ResponseOf<typeof dailyEndpoints.autoGenerate>
}): ReactElement {
  const texts = [props.both.message, props.both.reflection]
  return (
    <Notice variant="success" title="Published for today" className="w-full">
      <ul>
        {texts.map((text) => (
          <li key={text.type}>{originOf(text)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function originOf({ type, source, fallbackReason }: GeneratedContent): string {
  const origin = `${TYPE_LABELS[type]}: ${sourceLabel(source)}.`
  return fallbackReason ? `${origin} ${fallbackReason}` : origin
}

interface ManualEditing {
  draftKey: string
  /** Changes when the form restarts with another draft. */
  round: number
  /** Opens a published text in Manual Creation. Asks first if that has a draft. */
  start: (entry: AdminDailyContent) => void
  /** Opens Manual Creation for a day that has these types. An existing draft moves to that day. */
  startDay: (date: DateText, types: readonly DailyType[]) => void
  /** Returns true once after the form is opened, so that it takes the focus. */
  takeFocus: () => boolean
  asked: AdminDailyContent | undefined
  confirm: () => void
  cancel: () => void
}

function useManualEditing(openedPart: string): ManualEditing {
  const { openPart } = useAdminAddress()
  const draftKey = manualDraftKey(useMember().id)
  const [round, setRound] = useState(0)
  const [asked, setAsked] = useState<AdminDailyContent>()
  const hasOpened = useRef(false)
  const openDraft = (draft: ManualDraft): void => {
    writeDraft(draftKey, draft)
    hasOpened.current = true
    setAsked(undefined)
    setRound(round + 1)
    // Navigating to the open page would restore the old scroll position.
    if (openedPart !== 'manual') openPart('manual')
  }
  const open = (entry: AdminDailyContent): void => openDraft(draftOfEntry(entry))
  const takeFocus = useCallback((): boolean => {
    const isNew = hasOpened.current
    hasOpened.current = false
    return isNew
  }, [])
  return {
    draftKey,
    round,
    start: (entry) => {
      const draft = readDraft(draftKey, ManualDraft)
      if (draft && !isEmptyManual(draft)) setAsked(entry)
      else open(entry)
    },
    startDay: (date, types) =>
      openDraft(draftForDay(readDraft(draftKey, ManualDraft), { date, types })),
    takeFocus,
    asked,
    confirm: () => asked && open(asked),
    cancel: () => setAsked(undefined),
  }
}
