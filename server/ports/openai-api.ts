/** A server that implements a part of OpenAI's API. */
export interface OpenAiApi {
  /** Without a trailing slash: `https://api.openai.com/v1`. */
  baseUrl: string
  /** Undefined for a self-hosted server that needs none. */
  apiKey: string | undefined
  model: string
}
