import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { cutOff, sendJson } from '#server/testing/provider-answers.ts'

/** How the server responds to a request; `json` sends this value. */
export type SpeechReply =
  | { kind: 'json'; value: unknown }
  | { kind: 'raw'; body: string; contentType?: string }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'silent' }
  | { kind: 'endless' }
  | { kind: 'cut' }
  | { kind: 'crash' }
  | { kind: 'redirect'; to: string }

export interface ReceivedSpeech {
  authorization: string | undefined
  /** The raw multipart form. */
  body: Buffer
}

export interface SpeechTestServer {
  baseUrl: string
  received: ReceivedSpeech[]
  /** Sets the replies to the next requests, in order; the last one repeats. */
  replyWith(...replies: SpeechReply[]): void
  stop(): Promise<void>
}

export const SPOKEN_ANSWER = {
  text: 'I went down to the river. It was cold.',
  segments: [
    { id: 0, start: 0, end: 1.2, text: ' I went down to the river.' },
    { id: 1, start: 1.2, end: 2, text: ' It was cold.' },
  ],
}

/** Serves OpenAI's audio transcriptions API on a free local port, for tests. */
export async function startSpeechServer(): Promise<SpeechTestServer> {
  let replies: SpeechReply[] = [{ kind: 'json', value: SPOKEN_ANSWER }]
  const received: ReceivedSpeech[] = []
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const isTranscription = request.url === '/v1/audio/transcriptions'
    if (!isTranscription && request.url !== '/v1/models') return response.writeHead(404).end()
    if (isTranscription) {
      const { authorization } = request.headers
      received.push({ authorization, body: await buffer(request) })
    }
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

const JSON_TYPE = { 'content-type': 'application/json' }

function answer(response: ServerResponse, reply: SpeechReply): void {
  switch (reply.kind) {
    case 'json':
      sendJson(response, reply.value)
      return
    case 'raw':
      response.writeHead(200, { 'content-type': reply.contentType ?? 'application/json' })
      response.end(reply.body)
      return
    case 'status':
      response.writeHead(reply.status, { ...JSON_TYPE, ...reply.headers })
      // Providers repeat the key and parts of the request in their error messages.
      response.end(JSON.stringify({ error: { message: 'Incorrect API key sk-speech' } }))
      return
    case 'silent':
      return
    case 'endless': {
      response.writeHead(200, JSON_TYPE)
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
      return
    }
    case 'cut':
      cutOff(response, '{"text": "I went')
      return
    case 'crash':
      response.destroy()
      return
    case 'redirect':
      response.writeHead(307, { location: reply.to }).end()
  }
}
