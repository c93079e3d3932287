import { accountEndpoints } from '#contract/accounts.ts'

export interface Heard {
  call: string
  body: unknown
}

type Answer = { status: number; body?: unknown } | 'unreachable'

/** What stands in for the server and the way to it, at the place of `fetch`. */
export class TestServer {
  /** Every call that arrived, but for the question who is here. */
  heard: Heard[] = []
  /** Those of them that go on when their page is left. */
  outliving: Heard[] = []
  /** Who is signed in; nobody without it. */
  memberId: string | undefined
  isReachable = true
  /** How a call is answered; 200 without a word here. */
  answer: (heard: Heard) => Answer | Promise<Answer> = () => ({ status: 200, body: {} })

  install(): void {
    globalThis.fetch = async (input, init) => {
      if (!this.isReachable) throw new TypeError('fetch failed')
      const call = `${init?.method} ${String(input)}`
      if (call === `GET ${accountEndpoints.currentUser.path}`) {
        return toResponse(this.memberId ? { status: 200, body: { id: this.memberId } } : REFUSED)
      }
      const heard = { call, body: readBody(init?.body) }
      if (init?.keepalive) this.outliving.push(heard)
      this.heard.push(heard)
      return toResponse(await this.answer(heard))
    }
  }

  /** The calls that arrived, without what they carried. */
  get calls(): string[] {
    return this.heard.map(({ call }) => call)
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
