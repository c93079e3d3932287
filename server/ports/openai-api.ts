import {
  HEALTH_LIMIT_MS,
  type ProviderHealth,
  refusedWith,
  StatusError,
  tryProvider,
} from './provider-health.ts'

/** A server that implements a part of OpenAI's API. */
export interface OpenAiApi {
  /** Without a trailing slash: `https://api.openai.com/v1`. */
  baseUrl: string
  /** Undefined for a self-hosted server that needs none. */
  apiKey: string | undefined
  model: string
}

/** Statuses of a refused key. */
const REFUSED = [401, 403]

/** Asks for the list of models, which shows whether the key is valid. */
export function checkOpenAiApi(
  { baseUrl, apiKey }: Pick<OpenAiApi, 'baseUrl' | 'apiKey'>,
  limitMs = HEALTH_LIMIT_MS,
): Promise<ProviderHealth> {
  const list = async (): Promise<void> => {
    const response = await fetch(`${baseUrl}/models`, {
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      // A redirect must not send the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    await response.body?.cancel()
    // Some servers have no list of models; any other answer shows that they are up.
    const { status } = response
    if (status >= 500 || REFUSED.includes(status)) throw new StatusError(status)
  }
  return tryProvider(list, { limitMs, refusalOf: refusedWith(REFUSED) })
}

/** The response is longer than allowed. */
export class TooLongError extends Error {}

/** Reads a response. Throws a `TooLongError` beyond this number of bytes. */
export async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLongError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
