import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { StoryDraft } from '#web/features/stories/drafts.ts'
import { speechQuery } from '#web/features/stories/transcript/queries.ts'

type Choice = StoryDraft['transcript']

interface TranscriptChoiceProps {
  value: Choice
  onChange: (choice: Choice) => void
  /** The transcript field, shown if the author writes it now. */
  children: ReactNode
}

/** Asks who writes the transcript of a recording: the author now, someone else later, or nobody. */
export function TranscriptChoice(props: TranscriptChoiceProps): ReactElement {
  const { value, onChange, children } = props
  const id = useId()
  const { data: speech } = useQuery(speechQuery)
  const options = optionsFor(speech?.host ?? null)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium">Transcript of your recording</legend>
      {options.map((option) => (
        <label
          key={option.choice}
          htmlFor={`${id}-${option.choice}`}
          className="flex min-h-11 gap-3 rounded-lg border border-line bg-surface p-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            id={`${id}-${option.choice}`}
            name={`${id}-transcript`}
            className="mt-0.5 size-5 shrink-0 accent-primary outline-none"
            checked={value === option.choice}
            onChange={() => onChange(option.choice)}
            aria-labelledby={`${id}-${option.choice}-label`}
            aria-describedby={`${id}-${option.choice}-help`}
          />
          <span className="min-w-0">
            <span id={`${id}-${option.choice}-label`} className="block font-medium">
              {option.label}
            </span>
            <span id={`${id}-${option.choice}-help`} className="block text-sm text-ink-quiet">
              {option.help}
            </span>
          </span>
        </label>
      ))}
      {value === 'write' ? <div className="mt-2 flex flex-col gap-4">{children}</div> : null}
    </fieldset>
  )
}

interface Option {
  choice: Choice
  label: string
  help: string
}

function optionsFor(host: string | null): Option[] {
  return [
    { choice: 'write', label: 'Write it now', help: 'In full, or the main points.' },
    {
      choice: 'helper',
      label: 'Ask a helper to write it',
      help: 'When your story is published, someone on our team listens and writes it down. Nobody else sees it before you confirm it.',
    },
    ...(host ? [speechOption(host)] : []),
    {
      choice: 'left-out',
      label: 'Leave it out',
      help: 'People who can’t listen won’t know what you said. You can add it later.',
    },
  ]
}

function speechOption(host: string): Option {
  return {
    choice: 'speech',
    label: 'Get a draft',
    help: draftNote(host),
  }
}

/** Tells authors where their recording is sent for a draft. */
export function draftNote(host: string): string {
  return `Your recording leaves this site: it’s sent to ${host}, where a computer writes a draft. Nobody else here sees the draft before you confirm it.`
}
