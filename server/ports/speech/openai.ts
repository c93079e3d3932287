import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { STORABLE } from '#contract/fields.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { type OpenAiApi, readBounded, TooLongError } from '../openai-api.ts'
import {
  MOST_BYTES,
  SpeechError,
  type SpeechToText,
  type SpokenWords,
  type TimedLine,
} from './port.ts'

export interface OpenAiSpeechOptions extends OpenAiApi {
  /** For a whole transcription, in milliseconds. */
  limitMs?: number
}

const LIMIT_MS = 5 * 60_000
/** Enough for the longest text with its segments, escapes and numbers. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024
/** The file, the key or the model is wrong, so a retry cannot help. */
const FINAL_STATUS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 422])

/** Transcribes recordings with any API compatible with OpenAI's audio transcriptions. */
export function createOpenAiSpeech(options: OpenAiSpeechOptions): SpeechToText {
  const { baseUrl, apiKey } = options
  const headers: Record<string, string> = apiKey ? { Authorization: `Bearer ${apiKey}` } : {}
  return {
    host: new URL(baseUrl).hostname,
    transcribe: (recording) => transcribe(recording, { ...options, headers }),
  }
}

async function transcribe(
  { path, contentType }: { path: string; contentType: string },
  options: OpenAiSpeechOptions & { headers: Record<string, string> },
): Promise<SpokenWords> {
  const { baseUrl, model, headers, limitMs = LIMIT_MS } = options
  const file = await openAsBlob(path, { type: contentType })
  if (file.size > MOST_BYTES) throw refused('The recording is too large for the speech provider.')
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', formatOf(model))
  // The name reveals nothing about the story.
  form.set('file', file, 'recording.m4a')
  const signal = AbortSignal.timeout(limitMs)
  let body: string
  try {
    const response = await fetch(`${baseUrl}/audio/transcriptions`, {
      method: 'POST',
      body: form,
      headers,
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw statusError(response.status)
    }
    body = (await readBounded(response, MAX_ANSWER_BYTES)).toString('utf8')
  } catch (error) {
    if (error instanceof SpeechError) throw error
    if (error instanceof TooLongError) {
      throw passing('The answer of the speech provider is too long.')
    }
    throw passing(
      signal.aborted
        ? 'The speech provider took too long.'
        : 'The speech provider could not be reached.',
    )
  }
  return readSpoken(body)
}

/** These OpenAI models do not support the format with times. */
function formatOf(model: string): string {
  return /^gpt-4o(-mini)?-transcribe/.test(model) ? 'json' : 'verbose_json'
}

/** Providers repeat the key and parts of the request in their messages, so only the status is passed on. */
function statusError(status: number): SpeechError {
  const message = `The speech provider answered with status ${status}.`
  return FINAL_STATUS.has(status) ? refused(message) : passing(message)
}

function refused(message: string): SpeechError {
  return new SpeechError(message, { isPassing: false })
}

function passing(message: string): SpeechError {
  return new SpeechError(message, { isPassing: true })
}

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
function readSpoken(body: string): SpokenWords {
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
