import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { compileCacheOf } from '../../compile-cache.ts'
import { liveUnavailable } from '../port.ts'
import type { EmbeddedNetwork } from './engine.ts'
import type { Candidate } from './sdp.ts'

/** Settings that the media process gets when it starts, with the best announced address first. */
export type MediaSettings = Pick<EmbeddedNetwork, 'bind' | 'ports' | 'announcedAddresses'>

/** Requests to the media process, each with its input and output. */
export interface MediaRequests {
  start: { input: MediaSettings; output: { port: number } }
  /** Answered while the process is healthy. */
  ping: { input: null; output: null }
  seat: { input: { participantId: string }; output: null }
  connect: {
    input: { participantId: string; offer: string; transport: Candidate['transport'] }
    output: { answer: string } | { refusal: string }
  }
  /** With null, the person is not heard. */
  giveSlot: { input: { participantId: string; slot: number | null }; output: null }
  remove: { input: { participantId: string }; output: null }
  startRecording: { input: { path: string; elapsedMs: number }; output: null }
  stopRecording: { input: null; output: null }
  /** Ends the recording, if one runs, so that the process can be ended. */
  finish: { input: null; output: null }
}

export type MediaMethod = keyof MediaRequests

export type MediaRequest = {
  [M in MediaMethod]: { id: number; method: M; input: MediaRequests[M]['input'] }
}[MediaMethod]

/** Messages that the media process sends without a request. */
export type MediaEvent =
  | { event: 'levels'; levels: Record<string, number> }
  | { event: 'connected'; participantId: string }
  | { event: 'gone'; participantId: string }

export type MediaMessage =
  | { id: number; output: unknown }
  | { id: number; error: string }
  | MediaEvent

const MAIN = new URL('./media/main.ts', import.meta.url)
const PING_MS = 4_000
const MAX_HEAP_MEGABYTES = 256
/** How many characters of the process's last output are kept for the log. */
const LAST_WORDS = 2_000

interface Pending {
  resolve(output: unknown): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/**
 * Controls the media process from the app process. A request that is not answered in time kills it,
 * because a process that hangs carries no sound either.
 */
export class MediaProcess {
  readonly #child: ChildProcess
  readonly #limitMs: number
  readonly #pending = new Map<number, Pending>()
  readonly #pings: NodeJS.Timeout
  /** Resolves with the last output when the process has ended. */
  readonly ended: Promise<string>
  #lastId = 0
  #lastWords = ''
  #isUp = false
  #hasEnded = false

  constructor(input: { limitMs: number; onEvent: (event: MediaEvent) => void }) {
    this.#limitMs = input.limitMs
    this.#child = fork(MAIN, {
      // It takes commands only from us and needs none of our secrets. The decoder runs as
      // WebAssembly, because it reads untrusted data.
      env: { OPUS_FORCE_WASM: '1', ...compileCacheOf() },
      execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, '--max-semi-space-size=8'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#lastWords = (this.#lastWords + data.toString()).slice(-LAST_WORDS)
    })
    // Sent by our own process over this channel, typed at both ends.
    this.#child.on('message', (message) => this.#handle(message as MediaMessage, input.onEvent))
    this.#child.on('error', () => this.kill())
    // While it is loading, the time limit of its start applies.
    this.#pings = setInterval(() => {
      if (this.#isUp) void this.call('ping', null).catch(() => undefined)
    }, PING_MS)
    this.ended = once(this.#child, 'close').then(() => this.#handleEnd())
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  call<M extends MediaMethod>(
    method: M,
    input: MediaRequests[M]['input'],
    limitMs = this.#limitMs,
  ): Promise<MediaRequests[M]['output']> {
    const id = ++this.#lastId
    const answered = new Promise<unknown>((resolve, reject) => {
      if (this.#hasEnded || !this.#child.connected) {
        reject(liveUnavailable(new Error('The media process has ended.')))
        return
      }
      const timer = setTimeout(() => this.kill(), limitMs)
      this.#pending.set(id, { resolve, reject, timer })
      this.#child.send({ id, method, input }, (error) => {
        if (error) this.kill()
      })
    })
    // The process answers each request with the output type in `MediaRequests`.
    return answered as Promise<MediaRequests[M]['output']>
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Lets the process finish the recording, then ends it. */
  async finish(): Promise<void> {
    await this.call('finish', null).catch(() => undefined)
    this.kill()
    await this.ended
  }

  #handle(message: MediaMessage, onEvent: (event: MediaEvent) => void): void {
    this.#isUp = true
    if ('event' in message) {
      onEvent(message)
      return
    }
    const pending = this.#pending.get(message.id)
    if (!pending) return
    this.#pending.delete(message.id)
    clearTimeout(pending.timer)
    if ('error' in message) pending.reject(liveUnavailable(new Error(message.error)))
    else pending.resolve(message.output)
  }

  #handleEnd(): string {
    this.#hasEnded = true
    clearInterval(this.#pings)
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer)
      pending.reject(liveUnavailable(new Error('The media process ended.')))
    }
    this.#pending.clear()
    return this.#lastWords
  }
}
