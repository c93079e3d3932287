import { openAsBlob } from 'node:fs'
import type { OpenAiApi } from '../openai-api.ts'
import { readSpoken } from './answer.ts'
import { MOST_BYTES, SpeechError, type SpeechToText, type SpokenWords } from './port.ts'

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
    body = await readBounded(response)
  } catch (error) {
    if (error instanceof SpeechError) throw error
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

/** Limits the size of the response. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw passing('The answer of the speech provider is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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
