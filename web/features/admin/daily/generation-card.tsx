import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { DailyText, type DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  draftOf,
  type GeneratedDraft,
  isChanged,
  originOf,
  readSeen,
  rememberSeen,
  useGeneratedDraft,
} from '#web/features/admin/daily/generated-draft.ts'
import { dayLabel, dayWords, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { dayProblem, publishDay } from '#web/features/admin/daily/publish-day.ts'
import {
  PublishDateField,
  PublishDialog,
  usePublishing,
} from '#web/features/admin/daily/publishing.tsx'
import { dailySettingsQuery, refreshDaily } from '#web/features/admin/daily/queries.ts'
import { QuotationCheck, useQuotations } from '#web/features/admin/daily/quotations.tsx'
import { SourceBadge } from '#web/features/admin/daily/source-badge.tsx'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { ApiError, call } from '#web/lib/api.ts'
import { dailyCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

const WORDS: Record<DailyType, { about: string; generate: string; done: string }> = {
  message: {
    about: 'A word for the day, with Scripture and a prayer.',
    generate: 'Generate message',
    done: 'Daily message generated successfully',
  },
  reflection: {
    about: 'A thought with a question for the day.',
    generate: 'Generate reflection question',
    done: 'Reflection question generated successfully',
  },
}

interface GenerationCardProps {
  type: DailyType
  today: DateText
}

/** Generates a draft, which is saved on this device until it is published or discarded. */
export function GenerationCard({ type, today }: GenerationCardProps): ReactElement {
  const [draft, changeDraft] = useGeneratedDraft(type)
  const [isAsking, setIsAsking] = useState(false)
  const generation = useGeneration(type, changeDraft)
  const button = useRef<HTMLButtonElement>(null)
  const generate = (): void => {
    setIsAsking(false)
    generation.start()
  }
  const handleDone = (): void => {
    changeDraft(() => null)
    // The pressed button is removed with the draft.
    setTimeout(() => takeLostFocus(button.current))
  }
  return (
    <SectionCard
      title={TYPE_LABELS[type]}
      description={`${WORDS[type].about} For today, unless you choose another day.`}
      className="flex min-w-0 flex-col gap-5"
      headerClassName="mb-0"
    >
      {generation.error instanceof ApiError ? (
        <Notice variant="error">{generation.error.sentence}</Notice>
      ) : null}
      <Button
        ref={button}
        variant={draft ? 'outline' : 'default'}
        className="self-start"
        busy={generation.isPending}
        onClick={() => (draft && isChanged(draft) ? setIsAsking(true) : generate())}
      >
        {generation.isPending ? null : <Sparkles aria-hidden size={18} />}
        {draft ? 'Generate another' : WORDS[type].generate}
      </Button>
      {generation.isPending ? <WritingSkeleton /> : null}
      {draft && !generation.isPending ? (
        <DraftEditor
          type={type}
          today={today}
          draft={draft}
          onChange={changeDraft}
          onDone={handleDone}
        />
      ) : null}
      <ConfirmDialog
        title="Replace your draft?"
        description="You changed this draft. A new text will replace it."
        confirmLabel="Generate another"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={generate}
      />
    </SectionCard>
  )
}

interface Generation {
  start: () => void
  isPending: boolean
  error: Error | null
}

function useGeneration(
  type: DailyType,
  changeDraft: ReturnType<typeof useGeneratedDraft>[1],
): Generation {
  const memberId = useMember().id
  const key = ['generate', type]
  const generating = useAction({
    key,
    call: () =>
      call(dailyCalls.generate, { body: { type, seenLibraryKeys: readSeen(memberId, type) } }),
    done: WORDS[type].done,
    failed: { title: 'Failed to generate preview', description: 'Please try again' },
    onDone: (generated) => {
      rememberSeen(memberId, generated)
      changeDraft(() => draftOf(generated))
    },
  })
  const running = useIsMutating({ mutationKey: key })
  return { start: () => generating.run(), isPending: running > 0, error: generating.error }
}

function WritingSkeleton(): ReactElement {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-sm text-ink-quiet">Writing… This can take a minute.</p>
      <Skeleton className="h-64" />
    </div>
  )
}

interface DraftEditorProps {
  type: DailyType
  today: DateText
  draft: GeneratedDraft
  onChange: ReturnType<typeof useGeneratedDraft>[1]
  /** Called after it is published or discarded. */
  onDone: () => void
}

/** A draft as readers would see it, with its source, its quotations and the publish button. */
function DraftEditor(props: DraftEditorProps): ReactElement {
  const { locale } = useDates()
  const { type, today, draft, onChange, onDone } = props
  const known = { content: draft.original, quotations: draft.quotations }
  const check = useQuotations(draft.content, known)
  const publishing = usePublishing(today)
  const saving = useAction({
    call: publishing.publish,
    done: 'Content saved successfully',
    onDone,
    refresh: refreshDaily,
  })
  const date = publishDay(draft.date, today)
  const contentError = DailyText.safeParse(draft.content).error?.issues[0]?.message
  const dateError = dayProblem(date, today)
  const change = (part: Partial<GeneratedDraft>): void =>
    onChange((old) => (old ? { ...old, ...part } : old))
  const handlePublish = (): void =>
    saving.run({
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
        help={dayLabel(publishDay(draft.date, today), today, locale)}
        error={dateError}
        onChange={(chosen) => change({ date: chosen })}
      />
      <ErrorNotice title="Failed to save content" error={saving.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          busy={saving.isPending && !publishing.isAsking}
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
  return (
    <ActionButton
      variant="ghost"
      size="default"
      label="Discard"
      aria-label={`Discard the draft of the ${TYPE_LABELS[type]}`}
      action={{ run: onDiscard, isPending: false }}
      confirm={isAsking ? DISCARD : undefined}
    />
  )
}

const DISCARD = {
  title: 'Discard your draft?',
  description: 'You changed this draft. This can’t be undone.',
  isDestructive: true,
}
