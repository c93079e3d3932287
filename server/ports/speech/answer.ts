import { z } from 'zod'
import { STORABLE } from '#contract/fields.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { SpeechError, type SpokenWords, type TimedLine } from './port.ts'

const MOST_SEGMENTS = 2_000
/** A pause between two segments that begins a new paragraph, in seconds. */
const PARAGRAPH_PAUSE = 1.5

const Spoken = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .refine((text) => STORABLE.test(text) && isWithinLength(text, STORY_LIMITS.content))

const Answer = z.object({ text: Spoken })

const Seconds = z
  .number()
  .min(0)
  .max(STORY_LIMITS.audioSeconds + 60)
const Segments = z
  .object({
    segments: z
      .array(z.object({ start: Seconds, end: Seconds, text: Spoken }))
      .min(1)
      .max(MOST_SEGMENTS),
  })
  .refine(({ segments }) =>
    segments.every(({ start }, index) => start >= (segments[index - 1]?.start ?? 0)),
  )

/**
 * Reads the JSON of a transcription. If any time is invalid, all of them are dropped. Throws a
 * `SpeechError` if the text is invalid or empty.
 */
export function readSpoken(body: string): SpokenWords {
  const answer = parsed(body)
  const { data } = Answer.safeParse(answer)
  if (!data) {
    throw new SpeechError('The answer of the speech provider could not be read.', {
      isPassing: true,
    })
  }
  if (data.text === '') {
    throw new SpeechError('The speech provider heard no words.', { isPassing: false })
  }
  const segments = (Segments.safeParse(answer).data?.segments ?? []).filter(({ text }) => text)
  const joined = textOf(segments)
  // Segments that do not cover the whole text would lose some of it.
  if (lettersOf(joined) !== lettersOf(data.text)) return { text: data.text, lines: null }
  return { text: joined, lines: segments.map(lineOf) }
}

type Segment = z.infer<typeof Segments>['segments'][number]

function textOf(segments: readonly Segment[]): string {
  return segments
    .map(({ start, text }, index) => {
      const before = segments[index - 1]
      if (!before) return text
      return (start - before.end >= PARAGRAPH_PAUSE ? '\n\n' : ' ') + text
    })
    .join('')
}

function lineOf({ start, text }: Segment): TimedLine {
  return { startMs: Math.round(start * 1_000), text }
}

function lettersOf(text: string): string {
  return text.replace(/\s+/g, '')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
