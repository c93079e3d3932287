import { type ReactElement, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { DateText } from '#contract/logical-date.ts'
import { MOOD_LIMITS, type MoodEntry } from '#contract/moods.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { type MoodFormReturn, useMoodForm } from '#web/features/moods/use-mood-form.ts'
import { WriteButton } from '#web/features/moods/write-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** How far the form of the day is open; `writing` puts the cursor into the notes. */
export type MoodFormMode = 'closed' | 'open' | 'writing'

interface MoodFormProps {
  id: string
  today: DateText
  /** The entry to change; a new one without it. */
  entry: MoodEntry | undefined
  mode: MoodFormMode
  onModeChange: (mode: MoodFormMode) => void
  onShared: () => void
  /** Forgets what was typed. */
  onCancel: () => void
}

/** Closed it offers the moods alone; choosing one opens the rest. */
export function MoodForm(props: MoodFormProps): ReactElement {
  const { entry, mode, onModeChange } = props
  const { form, submit, isSharing } = useMoodForm(props)
  const { setFocus } = form
  useEffect(() => {
    if (mode === 'writing') setFocus('notes')
  }, [mode, setFocus])
  const { errors } = form.formState
  const grid = form.register('mood', {
    onChange: () => mode === 'closed' && onModeChange('open'),
  })
  return (
    <form id={props.id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <MoodGrid register={grid} error={errors.mood?.message} />
      {mode === 'closed' ? (
        <WriteButton onClick={() => onModeChange('writing')} />
      ) : (
        <>
          <Field label="Your daily gratitude and mood expression" error={errors.notes?.message}>
            <Textarea maxLength={MOOD_LIMITS.notes} {...form.register('notes')} />
          </Field>
          <CrisisWatch control={form.control} />
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
    </form>
  )
}

function shareLabel(entry: MoodEntry | undefined): string {
  return entry?.notes ? 'Update Gratitude' : 'Share'
}

function CrisisWatch({ control }: { control: MoodFormReturn['control'] }): ReactElement {
  const notes = useWatch({ control, name: 'notes' })
  return <CrisisPanel text={notes ?? ''} />
}
