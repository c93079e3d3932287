import { AppError } from '#server/domain/app-error.ts'
import type { OpenAiApi } from '../openai-api.ts'
import { htmlOfAnswer } from './answer.ts'
import { instructionsFor, promptFor } from './instructions.ts'
import type { DailyWriter, WritingRequest } from './port.ts'

export interface OpenAiCompatibleOptions extends OpenAiApi {
  /** Limit for the whole call, including a retry, in milliseconds. */
  limitMs?: number
}

const TIME_LIMIT_MS = 30_000
const MAX_OUTPUT_TOKENS = 2_000
const MAX_ANSWER_BYTES = 20 * 1024
/** The whole JSON response: the answer plus usage, reasoning and escapes. */
const MAX_BODY_BYTES = 256 * 1024

/** Writes texts with any API compatible with OpenAI's chat completions. The SDK is loaded on first use. */
export function createOpenAiCompatibleWriter(options: OpenAiCompatibleOptions): DailyWriter {
  const limitMs = options.limitMs ?? TIME_LIMIT_MS
  return {
    source: 'provider',
    model: options.model,
    write: async (request) => {
      const signal = AbortSignal.timeout(limitMs)
      const answer = await ask({ ...options, request, signal }).catch((error: unknown) => {
        throw signal.aborted ? tooSlow() : translate(error)
      })
      return { html: readAnswer(answer), libraryKey: null }
    },
  }
}

interface Answer {
  text: string
  finishReason: string
}

async function ask(
  input: OpenAiCompatibleOptions & { request: WritingRequest; signal: AbortSignal },
): Promise<Answer> {
  const { baseUrl, apiKey, model, request, signal } = input
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  // Otherwise the SDK prints warnings to the console; our log contains what an operator needs.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: baseUrl,
    ...(apiKey && { apiKey }),
    fetch: fetchBounded,
    transformRequestBody: (body) => bodyFor(baseUrl, body),
  })
  const { text, finishReason } = await generateText({
    model: provider.chatModel(model),
    instructions: instructionsFor(request),
    prompt: promptFor(request),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    maxRetries: 1,
    abortSignal: signal,
  })
  return { text, finishReason }
}

/** OpenAI's newer models reject `max_tokens`, the name that all other providers accept. */
export function bodyFor(baseUrl: string, body: Record<string, unknown>): Record<string, unknown> {
  if (new URL(baseUrl).hostname !== 'api.openai.com') return body
  const { max_tokens, ...others } = body
  return { ...others, max_completion_tokens: max_tokens }
}

/** Limits the size of the response, and follows no redirect so that the key goes to no other address. */
const fetchBounded: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new TooLongError()
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(Buffer.concat(chunks), { status, headers })
}

class TooLongError extends Error {}

function readAnswer({ text, finishReason }: Answer): string {
  if (Buffer.byteLength(text) > MAX_ANSWER_BYTES) throw tooLong()
  if (finishReason === 'length') throw unusable('The AI provider’s text was cut off.')
  if (finishReason === 'content-filter') {
    throw unusable('The AI provider’s content filter blocked the text.')
  }
  const html = htmlOfAnswer(text)
  if (html === undefined) throw unusable('The AI provider’s answer was empty.')
  return html
}

/**
 * The SDK's errors contain the request, the response and headers, so only the status is passed on as
 * the cause.
 */
function translate(error: unknown): AppError {
  for (const one of withCauses(error)) {
    if (one instanceof TooLongError) return tooLong()
    const status = 'statusCode' in one && typeof one.statusCode === 'number' ? one.statusCode : 0
    if (status === 401 || status === 403) {
      return unusable('The AI provider refused the key of this server.', status)
    }
    if (status === 404) return unusable('The AI provider does not know this model.', status)
    if (status === 429)
      return unusable('The AI provider is getting too many requests right now.', status)
    if (status >= 400) return unusable(`The AI provider answered with error ${status}.`, status)
    if (status >= 200) return unreadable(status)
    if (one.name === 'AI_APICallError') return unusable('The AI provider could not be reached.')
  }
  return unreadable()
}

/** Yields an error and the errors it wraps: a retry error has its last error, which has a cause. */
function* withCauses(error: unknown): Generator<Error> {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    yield current
    current = 'lastError' in current ? current.lastError : current.cause
  }
}

function tooSlow(): AppError {
  return unusable('The AI provider took too long.')
}

function tooLong(): AppError {
  return unusable('The AI provider’s text is too long.')
}

function unreadable(status?: number): AppError {
  return unusable('The AI provider’s answer could not be read.', status)
}

function unusable(sentence: string, status?: number): AppError {
  const cause = status === undefined ? undefined : new Error(`AI provider: status ${status}`)
  return new AppError('provider_unavailable', sentence, { cause })
}
