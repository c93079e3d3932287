import { ChevronDown, PenLine } from 'lucide-react'
import {
  type ReactElement,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { MOOD_LIMITS, MOOD_SENTENCES } from '#contract/mood-limits.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { EntryMood } from '#web/features/moods/mood-entry.tsx'
import { MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { noteWriting } from '#web/features/moods/queries.ts'
import {
  draftOfEntry,
  EMPTY_MOOD,
  isSameMood,
  isUnsent,
  MoodDraft,
  moodDraftKey,
} from '#web/features/moods/recent-moods.ts'
import { UNSENT_SENTENCE, useShareMood } from '#web/features/moods/use-share-mood.ts'
import { cn } from '#web/lib/cn.ts'
import { clearDraft, draftVersion, readDraft, tabStorage } from '#web/lib/drafts.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface MoodEditorProps {
  today: DateText
  entry: MoodEntry | undefined
  onShared?: (notes: string) => void
}

/** Today's entry and the form to write and edit it. */
export function MoodEditor({ today, entry, onShared }: MoodEditorProps): ReactElement {
  const draftKey = moodDraftKey(useMember().id)
  const [mode, setMode] = useStoredState<MoodFormMode>(
    () => (hasMoodDraft(draftKey) ? 'open' : 'closed'),
    'closed',
  )
  const formId = useId()
  const { round, startAnew, regionRef } = useRounds()
  const handleEnd = (): void => {
    setMode('closed')
    startAnew()
  }
  const handleShared = (notes: string): void => {
    handleEnd()
    onShared?.(notes)
  }
  const handleCancel = (): void => {
    clearDraft(draftKey, tabStorage)
    handleEnd()
  }
  return (
    <section ref={regionRef} tabIndex={-1} aria-label="Today" className="flex flex-col gap-4">
      {entry ? (
        <TodayEntry
          entry={entry}
          isEditing={mode !== 'closed'}
          formId={formId}
          onToggle={() => setMode(mode === 'closed' ? 'open' : 'closed')}
          onWrite={() => setMode('writing')}
        />
      ) : null}
      {entry && mode === 'closed' ? null : (
        <MoodForm
          key={`${entry?.date} ${round}`}
          id={formId}
          today={today}
          entry={entry}
          mode={mode}
          onModeChange={setMode}
          onShared={handleShared}
          onCancel={handleCancel}
        />
      )}
    </section>
  )
}

/** Remounts the form after each use. The region takes the focus that the form had. */
function useRounds(): {
  round: number
  startAnew: () => void
  regionRef: RefObject<HTMLElement | null>
} {
  const [round, setRound] = useState(0)
  const regionRef = useRef<HTMLElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (round > 0 && isLost) regionRef.current?.focus({ preventScroll: true })
  }, [round])
  return { round, startAnew: () => setRound((before) => before + 1), regionRef }
}

function hasMoodDraft(draftKey: string): boolean {
  return readDraft(draftKey, MoodDraft, tabStorage) !== undefined
}

/** How far the day's form is open; `writing` puts the cursor into the notes. */
type MoodFormMode = 'closed' | 'open' | 'writing'

interface MoodFormProps {
  id: string
  today: DateText
  /** The entry to edit; undefined for a new one. */
  entry: MoodEntry | undefined
  mode: MoodFormMode
  onModeChange: (mode: MoodFormMode) => void
  onShared: (notes: string) => void
  /** Discards the typed text. */
  onCancel: () => void
}

/** When closed, shows only the moods; choosing one opens the rest. */
function MoodForm(props: MoodFormProps): ReactElement {
  const { entry, mode, onModeChange } = props
  const { draft, errors, change, submit, isSharing } = useMoodForm(props)
  const notes = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (mode === 'writing') notes.current?.focus()
  }, [mode])
  const handleMood = (mood: Mood): void => {
    change({ mood })
    if (mode === 'closed') onModeChange('open')
  }
  return (
    <Form id={props.id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <MoodGrid value={draft.mood} onChange={handleMood} error={errors.mood} />
      {mode === 'closed' ? (
        <WriteButton onClick={() => onModeChange('writing')} />
      ) : (
        <>
          <Field label="Your daily gratitude and mood expression" error={errors.notes}>
            <Textarea
              ref={notes}
              minHeight={72}
              name="notes"
              limit={MOOD_LIMITS.notes}
              value={draft.notes}
              onChange={(event) => change({ notes: event.target.value })}
            />
          </Field>
          <CrisisPanel text={draft.notes} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isSharing}>
              {isSharing ? 'Sharing...' : shareLabel(entry)}
            </Button>
            <Button variant="ghost" onClick={props.onCancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

function shareLabel(entry: MoodEntry | undefined): string {
  return entry?.notes ? 'Update Gratitude' : 'Share'
}

/** The errors by field, shown after the first attempt to share. */
type MoodErrors = Partial<Record<keyof MoodDraft, string>>

interface MoodFormState {
  draft: MoodDraft
  errors: MoodErrors
  change: (part: Partial<MoodDraft>) => void
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  isSharing: boolean
}

/**
 * The state of the day's form, which starts with the kept draft or with the day's entry. It has
 * only two fields and is on the first page of the day, where a form library would outweigh the
 * page.
 */
function useMoodForm(input: {
  today: DateText
  entry: MoodEntry | undefined
  onShared: (notes: string) => void
}): MoodFormState {
  const draftKey = moodDraftKey(useMember().id)
  const [saved] = useState(() => (input.entry ? draftOfEntry(input.entry) : EMPTY_MOOD))
  const [began] = useState(input.entry?.version ?? '')
  const [draft, setDraft] = useDraft(draftKey, MoodDraft, {
    initial: saved,
    isEmpty: (next) => isSameMood(next, saved),
    storage: tabStorage,
    version: () => began,
  })
  const [wasTried, setWasTried] = useState(false)
  const share = useShareMood(input.today, input.onShared)
  const errors = errorsOf(draft)
  const change = (part: Partial<MoodDraft>): void => {
    setDraft({ ...draft, ...part })
    noteWriting()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setWasTried(true)
    const [wrong] = Object.keys(errors)
    if (draft.mood && wrong === undefined) {
      const version = draftVersion(draftKey, tabStorage) ?? began
      share.run({ mood: draft.mood, notes: draft.notes.trim() || null, version })
    } else {
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    }
  }
  return { draft, errors: wasTried ? errors : {}, change, submit, isSharing: share.isPending }
}

function errorsOf({ mood, notes }: MoodDraft): MoodErrors {
  return {
    ...(mood === null && { mood: MOOD_SENTENCES.mood }),
    ...(!isWithinLength(notes.trim(), MOOD_LIMITS.notes) && { notes: MOOD_SENTENCES.notes }),
  }
}

interface TodayEntryProps {
  entry: MoodEntry
  /** Whether the form below is open. */
  isEditing: boolean
  formId: string
  onToggle: () => void
  onWrite: () => void
}

/** Today's entry: the notes as a quote, or only the mood. */
function TodayEntry(props: TodayEntryProps): ReactElement {
  const { entry, isEditing } = props
  return (
    <div className="flex flex-col gap-2">
      {entry.notes ? (
        <>
          <h3>Today's Gratitude</h3>
          <blockquote
            dir="auto"
            className="line-clamp-3 max-w-prose sm:line-clamp-2 border-s-3 border-gold ps-4 text-lg whitespace-pre-line"
          >
            {entry.notes}
          </blockquote>
        </>
      ) : (
        <h3>Today’s mood</h3>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <EntryMood mood={entry.mood} />
        <span className="flex items-center gap-1">
          {entry.notes ? <EditToggle {...props} /> : null}
          {isUnsent(entry) ? null : <DeleteEntry entry={entry} />}
        </span>
      </div>
      {isUnsent(entry) ? <p className="text-sm text-ink-quiet">{UNSENT_SENTENCE}</p> : null}
      {entry.notes || isEditing ? null : <WriteButton onClick={props.onWrite} />}
    </div>
  )
}

function EditToggle({ isEditing, formId, onToggle }: TodayEntryProps): ReactElement {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={isEditing}
      aria-controls={isEditing ? formId : undefined}
      aria-label="Edit today’s gratitude"
      onClick={onToggle}
    >
      Edit
      <ChevronDown
        aria-hidden
        size={18}
        className={cn('transition-transform', isEditing && 'rotate-180')}
      />
    </Button>
  )
}

/** A button styled like the field that it opens. */
function WriteButton({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-3.5 py-2 text-left text-ink-quiet hover:bg-sand"
    >
      <PenLine aria-hidden size={18} className="shrink-0" />
      Write your daily gratitude and mood expression
    </button>
  )
}
