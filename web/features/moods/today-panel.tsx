import { type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { MoodDraft, moodDraftKey } from '#web/features/moods/mood-draft.ts'
import { MoodForm, type MoodFormMode } from '#web/features/moods/mood-form.tsx'
import { TodayEntry } from '#web/features/moods/today-entry.tsx'
import { clearDraft, readDraft, tabStorage } from '#web/lib/drafts.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'

interface TodayPanelProps {
  today: DateText
  entry: MoodEntry | undefined
}

/** Today's entry and the form to write and edit it. */
export function TodayPanel({ today, entry }: TodayPanelProps): ReactElement {
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
          onShared={handleEnd}
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

export function hasMoodDraft(draftKey: string): boolean {
  return readDraft(draftKey, MoodDraft, tabStorage) !== undefined
}
