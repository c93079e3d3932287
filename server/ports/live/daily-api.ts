import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeFetchError } from './hosted/provider.ts'

/** Daily understood a call and refused it. */
export class DailyRefusal extends Error {
  override readonly name = 'DailyRefusal'
  readonly status: number

  constructor(status: number, code: string | undefined) {
    super(`${status} ${code ?? ''}`.trim())
    this.status = status
  }
}

export interface DailyCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** After `/v1`, with its query; each variable part encoded. */
  path: string
  body?: object
}

/** Daily's REST API (docs.daily.co/reference/rest-api). */
export interface DailyApi {
  /** Throws a DailyRefusal for any answer but success. */
  call<T>(call: DailyCall, answer: z.ZodType<T>): Promise<T>
  /** Like `call`, but returns undefined if Daily answers with 404. */
  callUnlessMissing<T>(call: DailyCall, answer: z.ZodType<T>): Promise<T | undefined>
}

/** The stable part of an error; Daily's `info` is a sentence that can contain anything. */
const ErrorAnswer = z.object({ error: z.string().regex(/^[a-z-]{1,60}$/) })

/** How long a call waits before its retry when Daily gets too many calls. */
const BUSY_MS = 1_000

export function createDailyApi(options: {
  apiKey: string
  /** Origin of the API. */
  apiBase: string
  limitMs: number
}): DailyApi {
  const { apiKey, apiBase, limitMs } = options

  const send = ({ method, path, body }: DailyCall): Promise<Response> =>
    fetch(`${apiBase}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect must not send the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
  const call: DailyApi['call'] = async (request, answer) => {
    let response = await send(request)
    if (response.status === 429) {
      await response.body?.cancel()
      await wait(BUSY_MS)
      response = await send(request)
    }
    const text = await response.text()
    if (!response.ok) throw new DailyRefusal(response.status, codeOf(text))
    return answer.parse(JSON.parse(text))
  }
  return {
    call,
    callUnlessMissing: (request, answer) =>
      call(request, answer).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      }),
  }
}

export function isRefused(error: unknown): error is DailyRefusal {
  return error instanceof DailyRefusal && error.status === 400
}

export function isMissing(error: unknown): boolean {
  return error instanceof DailyRefusal && error.status === 404
}

/** Converts to Daily's timestamps, which are in seconds. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000)
}

export function describeDailyError(error: unknown): string {
  return error instanceof DailyRefusal ? error.message : describeFetchError(error)
}

function codeOf(text: string): string | undefined {
  try {
    return ErrorAnswer.safeParse(JSON.parse(text)).data?.error
  } catch {
    return undefined
  }
}
