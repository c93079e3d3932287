import { type ReactElement, useEffect, useRef } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { MOOD_LIMITS } from '#contract/mood-limits.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { useMoodForm } from '#web/features/moods/use-mood-form.ts'
import { WriteButton } from '#web/features/moods/write-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** How far the day's form is open; `writing` puts the cursor into the notes. */
export type MoodFormMode = 'closed' | 'open' | 'writing'

interface MoodFormProps {
  id: string
  today: DateText
  /** The entry to edit; undefined for a new one. */
  entry: MoodEntry | undefined
  mode: MoodFormMode
  onModeChange: (mode: MoodFormMode) => void
  onShared: () => void
  /** Discards the typed text. */
  onCancel: () => void
}

/** When closed, shows only the moods; choosing one opens the rest. */
export function MoodForm(props: MoodFormProps): ReactElement {
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
