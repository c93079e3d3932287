import { type ReactElement, useId } from 'react'
import { VOICES, type Voice } from './voice/disguise.ts'

const TEXTS: Record<Voice, { label: string; explanation: string }> = {
  natural: { label: 'Natural', explanation: 'Your voice as it is.' },
  softened: {
    label: 'Softened',
    explanation: 'Changed a little. Someone close to you may recognize you.',
  },
  disguised: { label: 'Disguised', explanation: 'Changed a lot, but easy to understand.' },
}

interface VoiceChoiceProps {
  value: Voice
  disabled: boolean
  onChange: (voice: Voice) => void
}

/** How the member's voice will sound to others. */
export function VoiceChoice({ value, disabled, onChange }: VoiceChoiceProps): ReactElement {
  const id = useId()
  return (
    <fieldset disabled={disabled} aria-describedby={`${id}-help`}>
      <legend className="mb-2 font-medium">How your voice sounds</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {VOICES.map((voice) => (
          <label
            key={voice}
            htmlFor={`${id}-${voice}`}
            className="flex min-h-11 gap-3 rounded-lg border border-line bg-surface p-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:opacity-55"
          >
            <input
              type="radio"
              id={`${id}-${voice}`}
              name={`${id}-voice`}
              className="mt-0.5 size-5 shrink-0 accent-primary outline-none"
              checked={value === voice}
              onChange={() => onChange(voice)}
              aria-labelledby={`${id}-${voice}-label`}
              aria-describedby={`${id}-${voice}-explanation`}
            />
            <span>
              <span id={`${id}-${voice}-label`} className="block font-medium">
                {TEXTS[voice].label}
              </span>
              <span id={`${id}-${voice}-explanation`} className="block text-sm text-ink-quiet">
                {TEXTS[voice].explanation}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p id={`${id}-help`} className="mt-2 max-w-prose text-sm text-ink-quiet">
        Your voice is changed on this device. With Softened or Disguised, your natural voice is
        never sent. People who listen will hardly recognize you, but specialists might. Names and
        places you mention aren’t changed.
      </p>
    </fieldset>
  )
}
