import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { cutOff, drip, sendJson } from '#server/testing/provider-answers.ts'

/** How the server responds to a request; `text` sends a completion. */
export type OpenAiReply =
  | { kind: 'text'; text: string | null; finishReason?: 'stop' | 'length' | 'content_filter' }
  | { kind: 'status'; status: number }
  | { kind: 'raw'; body: string }
  | { kind: 'silent' }
  | { kind: 'drip' }
  | { kind: 'cut' }
  | { kind: 'redirect'; to: string }

export interface ReceivedRequest {
  authorization: string | undefined
  body: {
    model: string
    messages: { role: string; content: string }[]
    max_tokens?: number
    stream?: boolean
  }
}

export interface OpenAiTestServer {
  baseUrl: string
  received: ReceivedRequest[]
  /** Sets the replies to the next requests, in order; the last one repeats. */
  replyWith(...replies: OpenAiReply[]): void
  stop(): Promise<void>
}

/** Serves OpenAI's chat completions API on a free local port, for tests. */
export async function startOpenAiServer(): Promise<OpenAiTestServer> {
  let replies: OpenAiReply[] = [{ kind: 'text', text: '<p>Rest is allowed today.</p>' }]
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return response.writeHead(404).end()
    }
    received.push(await readRequest(request))
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply) answer(response, reply)
  })
  return {
    baseUrl: `http://127.0.0.1:${await listenLocally(server)}/v1`,
    received,
    replyWith: (...next) => {
      replies = next
    },
    stop: () => closeServer(server),
  }
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const body = (await json(request)) as ReceivedRequest['body'] // sent by the vendor's SDK
  return { authorization: request.headers.authorization, body }
}

function answer(response: ServerResponse, reply: OpenAiReply): void {
  switch (reply.kind) {
    case 'silent':
      return
    case 'drip':
      drip(response)
      return
    case 'cut':
      cutOff(response, '{"id": "1", "choices": [{"message": {"content": "<p>Half a')
      return
    case 'redirect':
      response.writeHead(307, { location: reply.to }).end()
      return
    case 'status':
      // Providers repeat the key and parts of the request in their error messages.
      sendJson(
        response,
        { error: { message: 'Incorrect API key sk-local: agent style' } },
        reply.status,
      )
      return
    case 'raw':
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply.body)
      return
    case 'text':
      sendJson(response, completion(reply))
      return
  }
}

function completion({ text, finishReason = 'stop' }: OpenAiReply & { kind: 'text' }): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'writer-1',
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason },
    ],
    usage: { prompt_tokens: 400, completion_tokens: 200, total_tokens: 600 },
  }
}
