import { accountCalls } from '#web/lib/calls.gen.ts'

export interface ReceivedCall {
  call: string
  body: unknown
}

type Answer = { status: number; body?: unknown } | 'unreachable'

/** Simulates the server and the network to it by replacing `fetch`. */
export class TestServer {
  /** Every call that arrived, except the ones that ask for the current user. */
  received: ReceivedCall[] = []
  /** Those that were made with `keepalive`. */
  keptAlive: ReceivedCall[] = []
  /** The signed-in member, or undefined if nobody is. */
  memberId: string | undefined
  isReachable = true
  /** Answers a call; by default with 200 and an empty object. */
  answer: (received: ReceivedCall) => Answer | Promise<Answer> = () => ({ status: 200, body: {} })

  install(): void {
    globalThis.fetch = async (input, init) => {
      if (!this.isReachable) throw new TypeError('fetch failed')
      const call = `${init?.method} ${String(input)}`
      if (call === `GET ${accountCalls.currentUser.path}`) {
        return toResponse(this.memberId ? { status: 200, body: { id: this.memberId } } : REFUSED)
      }
      const received = { call, body: readBody(init?.body) }
      if (init?.keepalive) this.keptAlive.push(received)
      this.received.push(received)
      return toResponse(await this.answer(received))
    }
  }

  /** The calls that arrived, without their bodies. */
  get calls(): string[] {
    return this.received.map(({ call }) => call)
  }
}

const REFUSED: Answer = { status: 401, body: { code: 'not_signed_in', message: 'Please sign in.' } }

function toResponse(answer: Answer): Response {
  if (answer === 'unreachable') throw new TypeError('fetch failed')
  return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status })
}

function readBody(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}
