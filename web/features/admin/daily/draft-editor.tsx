import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { DailyText, type DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import {
  type GeneratedDraft,
  isChanged,
  originOf,
  type useGeneratedDraft,
} from '#web/features/admin/daily/generated-draft.ts'
import { dayWords, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { PublishDateField } from '#web/features/admin/daily/publish-date-field.tsx'
import { dayProblem, publishDay } from '#web/features/admin/daily/publish-day.ts'
import { PublishDialog } from '#web/features/admin/daily/publish-dialog.tsx'
import { dailySettingsQuery } from '#web/features/admin/daily/queries.ts'
import { QuotationCheck } from '#web/features/admin/daily/quotation-list.tsx'
import { SourceBadge } from '#web/features/admin/daily/source-badge.tsx'
import { usePublishing } from '#web/features/admin/daily/use-publishing.ts'
import { useQuotations } from '#web/features/admin/daily/use-quotations.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

interface DraftEditorProps {
  type: DailyType
  today: DateText
  draft: GeneratedDraft
  onChange: ReturnType<typeof useGeneratedDraft>[1]
  /** Called after it is published or discarded. */
  onDone: () => void
}

/** A draft as readers would see it, with its source, its quotations and the publish button. */
export function DraftEditor(props: DraftEditorProps): ReactElement {
  const { locale } = useDates()
  const { type, today, draft, onChange, onDone } = props
  const known = { content: draft.original, quotations: draft.quotations }
  const check = useQuotations(draft.content, known)
  const publishing = usePublishing({ today, onPublished: onDone })
  const date = publishDay(draft.date, today)
  const contentError = DailyText.safeParse(draft.content).error?.issues[0]?.message
  const dateError = dayProblem(date, today)
  const change = (part: Partial<GeneratedDraft>): void =>
    onChange((old) => (old ? { ...old, ...part } : old))
  const handlePublish = (): void =>
    publishing.start({
      type,
      format: 'text',
      content: draft.content,
      altText: '',
      date,
      ...originOf(draft),
    })
  return (
    <div className="flex flex-col gap-5">
      <DraftOrigin draft={draft} />
      <DraftText
        type={type}
        content={draft.content}
        error={contentError}
        onChange={(content) => change({ content })}
      />
      <QuotationCheck check={check} />
      <PublishDateField
        value={draft.date}
        today={today}
        error={dateError}
        onChange={(chosen) => change({ date: chosen })}
      />
      <ErrorNotice title="Failed to save content" error={publishing.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          busy={publishing.isBusy}
          disabled={Boolean(contentError ?? dateError)}
          onClick={handlePublish}
        >
          Publish for {dayWords(date, today, locale)}
        </Button>
        <DiscardButton isAsking={isChanged(draft)} type={type} onDiscard={onDone} />
      </div>
      <PublishDialog publishing={publishing} today={today} />
    </div>
  )
}

function DraftOrigin({ draft }: { draft: GeneratedDraft }): ReactElement {
  const { data: settings } = useQuery(dailySettingsQuery)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SourceBadge source={draft.source} model={settings?.model} />
        {isChanged(draft) ? <span className="text-sm text-ink-quiet">Edited</span> : null}
      </div>
      {draft.fallbackReason ? (
        <Notice title="The built-in library was used">{draft.fallbackReason}</Notice>
      ) : null}
    </>
  )
}

interface DraftTextProps {
  type: DailyType
  content: string
  error: string | undefined
  onChange: (content: string) => void
}

function DraftText({ type, content, error, onChange }: DraftTextProps): ReactElement {
  const label = TYPE_LABELS[type]
  return (
    <Tabs defaultValue="preview">
      <TabsList aria-label={`Draft of the ${label}`}>
        <TabsTrigger value="preview">Preview</TabsTrigger>
        <TabsTrigger value="edit">Edit</TabsTrigger>
      </TabsList>
      <TabsContent value="preview" className="pt-4">
        <RichText html={content} className="rounded-lg border border-line bg-ground p-4 sm:p-5" />
      </TabsContent>
      <TabsContent value="edit" className="pt-4">
        <Field label={label} error={error} required>
          <RichTextEditor value={content} onChange={onChange} height={400} />
        </Field>
      </TabsContent>
    </Tabs>
  )
}

interface DiscardButtonProps {
  /** Whether to ask before discarding. */
  isAsking: boolean
  type: DailyType
  onDiscard: () => void
}

function DiscardButton({ isAsking, type, onDiscard }: DiscardButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Discard the draft of the ${TYPE_LABELS[type]}`}
        onClick={() => (isAsking ? setIsOpen(true) : onDiscard())}
      >
        Discard
      </Button>
      <ConfirmDialog
        title="Discard your draft?"
        description="You changed this draft. This can’t be undone."
        confirmLabel="Discard"
        isDestructive
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        onConfirm={onDiscard}
      />
    </>
  )
}
