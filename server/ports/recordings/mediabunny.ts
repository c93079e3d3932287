import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { AppError } from '#server/domain/app-error.ts'
import { createSerial } from '#server/domain/serial.ts'
import { compileCacheOf } from '../compile-cache.ts'
import type { ConversionInput } from './conversion.ts'
import { type ConvertedRecording, MAX_RECORDING_SECONDS, type RecordingConverter } from './port.ts'
import type { Refusal } from './refusal.ts'
import type { WorkerJob, WorkerReply } from './worker.ts'

type ConvertInput = Parameters<RecordingConverter['convert']>[0]

interface Options {
  /** A conversion that takes longer is stopped, and its recording is refused. */
  timeLimitMs?: number
}

/** A backstop: converting ten minutes of audio takes half a minute, or several on a busy machine. */
const TIME_LIMIT_MS = 10 * 60_000
/** Longer recordings get proportionally more time. */
const TIME_PER_SECOND_MS = TIME_LIMIT_MS / MAX_RECORDING_SECONDS
const MEMORY = {
  short: { megabytes: 512, heapMegabytes: 128 },
  /** The index of six hours of audio takes about 400 MB before it is written. */
  long: { megabytes: 1_200, heapMegabytes: 768 },
} as const
/** A header and the samples that encoders add can make ten minutes a little longer. */
const TOLERANCE_SECONDS = 1
const WORKER = new URL('./worker.ts', import.meta.url)

/** Signals that end a process after an error in its native code. SIGKILL comes from outside, so it is not listed. */
const CRASHES: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGTRAP',
])

const SENTENCES: Record<Refusal, (maxSeconds: number) => string> = {
  unreadable: () =>
    'This recording could not be read. Please record it again or upload a different audio file.',
  incomplete: () =>
    'Part of this recording is missing or damaged. Check that it plays to its end, then send it again or upload a different audio file.',
  several_tracks: () =>
    'This file has more than one audio track. Save it with a single track, then upload it again.',
  too_long: (maxSeconds) =>
    `A recording can be at most ${maxSeconds / 60} minutes long. Please make it shorter and send it again.`,
  too_short: () => 'This recording is too short. Please record at least half a second.',
  silent: () => 'This recording is silent. Check your microphone and record it again.',
}

/** Converts with mediabunny and FFmpeg, each recording in its own child process. */
export function createMediabunnyConverter(options: Options = {}): RecordingConverter {
  const closing = new AbortController()
  /** Two queues, so that a short recording does not wait for one that is hours long. */
  const lanes = { short: createSerial(), long: createSerial() }
  return {
    convert(input) {
      const maxSeconds = input.maxSeconds ?? MAX_RECORDING_SECONDS
      const lane = laneOf(maxSeconds)
      const limitMs =
        options.timeLimitMs ?? Math.max(TIME_LIMIT_MS, maxSeconds * TIME_PER_SECOND_MS)
      return lanes[lane](() =>
        convert(
          { ...input, maxSeconds },
          {
            stop: AbortSignal.any([closing.signal, ...(input.signal ? [input.signal] : [])]),
            timeLimit: AbortSignal.timeout(limitMs),
          },
        ),
      )
    },
    async close() {
      closing.abort(new Error('The recording converter is closed.'))
      await Promise.all(Object.values(lanes).map((lane) => lane(async () => {})))
    },
  }
}

function laneOf(maxSeconds: number): 'short' | 'long' {
  return maxSeconds > MAX_RECORDING_SECONDS ? 'long' : 'short'
}

interface Limits {
  /** The caller or the server no longer wants the conversion. */
  stop: AbortSignal
  timeLimit: AbortSignal
}

/** Converts to a temporary file beside the output first, so that the output is complete or absent. */
async function convert(
  input: ConvertInput & { maxSeconds: number },
  limits: Limits,
): Promise<ConvertedRecording> {
  limits.stop.throwIfAborted()
  const partial = `${input.outputPath}.part`
  try {
    const { path, maxSeconds, acceptsIncomplete } = input
    const files = { path, outputPath: partial, maxSeconds, acceptsIncomplete }
    const reply = await runWorker(files, limits)
    if (reply.outcome === 'refused') throw refusal(reply, maxSeconds)
    if (reply.outcome === 'failed') throw new Error(`Converting failed: ${reply.detail}`)
    await rename(partial, input.outputPath)
    return { path: input.outputPath, ...reply.conversion, contentType: 'audio/mp4' }
  } finally {
    await rm(partial, { force: true })
  }
}

async function runWorker(files: ConversionInput, limits: Limits): Promise<WorkerReply> {
  const child = fork(WORKER, {
    execArgv: [`--max-old-space-size=${MEMORY[laneOf(files.maxSeconds)].heapMegabytes}`],
    env: compileCacheOf(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const either = AbortSignal.any([limits.stop, limits.timeLimit])
  const kill = (): void => void child.kill('SIGKILL')
  either.addEventListener('abort', kill, { once: true })
  try {
    return await converse(child, files, limits)
  } finally {
    either.removeEventListener('abort', kill)
  }
}

async function converse(
  child: ChildProcess,
  files: ConversionInput,
  limits: Limits,
): Promise<WorkerReply> {
  let reply: WorkerReply | undefined
  let complaints = ''
  child.on('message', (message) => {
    reply = message as WorkerReply // our worker sends no other messages
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2_000)
  })
  const job: WorkerJob = {
    ...files,
    maxSeconds: files.maxSeconds + TOLERANCE_SECONDS,
    maxMegabytes: MEMORY[laneOf(files.maxSeconds)].megabytes,
  }
  child.send(job, () => undefined)
  const [code, signal]: [number | null, string | null] = await closed(child)
  if (reply) return reply
  limits.stop.throwIfAborted()
  const ending = `the worker ended with ${signal ?? code}: ${complaints}`
  if (limits.timeLimit.aborted || CRASHES.has(signal ?? '')) {
    return { outcome: 'refused', refusal: 'unreadable', detail: ending }
  }
  return { outcome: 'failed', detail: ending }
}

/** Waits until the process has ended and its last message has arrived. Rejects if it cannot start. */
async function closed(child: ChildProcess): Promise<[number | null, string | null]> {
  const [code, signal] = await once(child, 'close')
  return [code, signal]
}

function refusal(
  { refusal: reason, detail }: Extract<WorkerReply, { outcome: 'refused' }>,
  maxSeconds: number,
): AppError {
  const code = reason === 'too_long' ? 'too_large' : 'unsupported_media'
  return new AppError(code, SENTENCES[reason](maxSeconds), { cause: detail || undefined })
}
