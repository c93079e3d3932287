import { type ChildProcess, fork } from 'node:child_process'
import { compileCacheOf } from '../../compile-cache.ts'
import { EngineFailure, liveUnavailable } from '../port.ts'
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
  /** `startedAt` is when the recording began, also if it continues after a crash: milliseconds since 1970. */
  startRecording: { input: { path: string; startedAt: number }; output: null }
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

export const MEDIA_PROGRAM = new URL('./media/main.ts', import.meta.url)
const PING_MS = 4_000
const MAX_HEAP_MEGABYTES = 256
/** How many characters of the process's last output are kept for the log. */
const LAST_WORDS = 2_000
/** How many characters of it a host reads. */
const LAST_LINE = 200

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
  /** Resolves with how and why it ended. */
  readonly ended: Promise<EngineFailure>
  #lastId = 0
  #lastWords = ''
  #isUp = false
  #hasEnded = false
  /** The request that was not answered in time, for which the process was killed. */
  #unanswered: { method: MediaMethod; limitMs: number } | undefined

  constructor(input: { program: URL; limitMs: number; onEvent: (event: MediaEvent) => void }) {
    this.#limitMs = input.limitMs
    this.#child = fork(input.program, {
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
    // While it is loading, the time limit of its start applies.
    this.#pings = setInterval(() => {
      if (this.#isUp) void this.call('ping', null).catch(() => undefined)
    }, PING_MS)
    this.ended = new Promise((resolve) => {
      const end = (how: HowEnded): void => resolve(this.#handleEnd(how))
      this.#child.on('close', (code, signal) => end({ code, signal }))
      this.#child.on('error', (error) => {
        this.kill()
        // A process that the system refused to start doesn't close.
        if (this.#child.pid === undefined) end({ refusal: error.message })
      })
    })
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
        reject(liveUnavailable(new EngineFailure('The media process has ended.')))
        return
      }
      const timer = setTimeout(() => {
        this.#unanswered ??= { method, limitMs }
        this.kill()
      }, limitMs)
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
    if ('error' in message) pending.reject(liveUnavailable(refused(message.error)))
    else pending.resolve(message.output)
  }

  #handleEnd(how: HowEnded): EngineFailure {
    const failure = describeEnd(how, { unanswered: this.#unanswered, output: this.#lastWords })
    if (this.#hasEnded) return failure
    this.#hasEnded = true
    clearInterval(this.#pings)
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer)
      pending.reject(liveUnavailable(failure))
    }
    this.#pending.clear()
    return failure
  }
}

type HowEnded = { code: number | null; signal: NodeJS.Signals | null } | { refusal: string }

/** The process answered a request with an error. */
function refused(error: string): EngineFailure {
  return new EngineFailure(error, {
    reason: `The server’s sound program says: ${error.replace(/^Error: /, '')}`,
  })
}

/** All that is known about the end of the process, for the log and in words for a host. */
function describeEnd(
  how: HowEnded,
  why: { unanswered: { method: string; limitMs: number } | undefined; output: string },
): EngineFailure {
  const { unanswered, output } = why
  const seconds = (unanswered?.limitMs ?? 0) / 1_000
  const end = 'refusal' in how ? how.refusal : `exit code ${how.code}, signal ${how.signal}`
  const lastLine = output.trim().split('\n').at(-1)?.trim().slice(0, LAST_LINE)
  const log = [
    `The media process ended: ${end}.`,
    ...(unanswered ? [`It did not answer “${unanswered.method}” within ${seconds} s.`] : []),
    ...(output.trim() ? [`Its last output: ${output.trim()}`] : []),
  ]
  const words = [
    unanswered
      ? `The server’s sound program didn’t answer within ${seconds} seconds. The server may be too busy.`
      : reasonOf(how),
    ...(lastLine ? [`The last thing it wrote is: ${lastLine}`] : []),
  ]
  return new EngineFailure(log.join(' '), { reason: words.join(' ') })
}

function reasonOf(how: HowEnded): string {
  if ('refusal' in how) return `The server couldn’t start its sound program (${how.refusal}).`
  if (how.signal === null) return `The server’s sound program stopped (exit code ${how.code}).`
  return `The server’s system ended the sound program (signal ${how.signal}). It may be short of memory.`
}
