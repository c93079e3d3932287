import { type ReactElement, useId } from 'react'
import { MOODS } from '#contract/mood-limits.ts'
import type { Mood } from '#contract/moods.ts'
import { MOOD_LABELS, MoodEmoji } from '#web/features/moods/mood-entry.tsx'
import { cn } from '#web/lib/cn.ts'
import { FieldError } from '#web/ui/field.tsx'

interface MoodGridProps {
  value: Mood | null
  onChange: (mood: Mood) => void
  error: string | undefined
}

export const MOOD_QUESTION = 'How are you feeling?'

/** The seven moods. Arrow keys move between them. */
export function MoodGrid({ value, onChange, error }: MoodGridProps): ReactElement {
  const id = useId()
  return (
    <div className="@container">
      <div
        role="radiogroup"
        aria-label={MOOD_QUESTION}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        aria-required
        // Columns as wide as their words, so that seven fit on the narrowest phone. They wrap if
        // the reader's text size is too large.
        className={cn(
          '-mx-2 grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))]',
          '@min-[15.5rem]:grid-cols-[repeat(7,auto)] @min-[30rem]:mx-0',
          '@min-[30rem]:grid-cols-7 @min-[30rem]:gap-2',
        )}
      >
        {MOODS.map((mood) => (
          <MoodChoice
            key={mood}
            mood={mood}
            isChosen={mood === value}
            onChoose={() => onChange(mood)}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} className="mt-1.5">
        {error}
      </FieldError>
    </div>
  )
}

interface MoodChoiceProps {
  mood: Mood
  isChosen: boolean
  onChoose: () => void
}

function MoodChoice({ mood, isChosen, onChoose }: MoodChoiceProps): ReactElement {
  return (
    <label
      className={cn(
        'relative flex min-h-15 cursor-pointer flex-col items-center justify-center rounded-lg py-1',
        'transition-colors hover:bg-sand has-checked:bg-primary-soft',
        'inset-ring-primary has-checked:inset-ring-2',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring',
      )}
    >
      <input
        type="radio"
        name="mood"
        value={mood}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      <MoodEmoji mood={mood} className="text-2xl leading-8" />
      <span className="text-xs leading-4 @min-[22rem]:text-sm @min-[22rem]:leading-5">
        {MOOD_LABELS[mood].label}
      </span>
    </label>
  )
}
