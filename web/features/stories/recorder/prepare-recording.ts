import { useEffect, useRef, useState } from 'react'
import type { SourceRecording } from '#web/features/stories/recorder/take.ts'
import type {
  DecodedRecording,
  PreparedVoice,
  VoiceReply,
  VoiceRequest,
} from '#web/features/stories/recorder/voice/prepare.ts'
import type { Voice } from '#web/features/stories/recorder/voice/voice-change.ts'

/** A recording as it will be sent, and as the preview plays it. */
export interface PreparedRecording {
  blob: Blob
  durationSeconds: number
  mimeType: string
  /** Loudness over time, from 0 to 1; null if the browser could not decode the recording. */
  peaks: number[] | null
}

interface Options {
  signal: AbortSignal
  onProgress: (share: number) => void
}

/**
 * Applies the chosen voice to a recording, on this device. Throws if the browser cannot decode it,
 * except for the natural voice, which needs no change; the server checks the file anyway.
 */
async function prepareRecording(
  source: SourceRecording,
  voice: Voice,
  options: Options,
): Promise<PreparedRecording> {
  const { blob } = source
  try {
    const recording = await decode(source)
    const prepared = await runWorker({ recording, voice }, options)
    const sent = prepared.wav ? new Blob([prepared.wav], { type: 'audio/wav' }) : blob
    const { durationSeconds, peaks } = prepared
    return { blob: sent, durationSeconds, mimeType: sent.type, peaks }
  } catch (cause) {
    if (voice !== 'natural' || options.signal.aborted) throw cause
    return { blob, durationSeconds: source.elapsedMs / 1000, mimeType: blob.type, peaks: null }
  }
}

/** Decodes at the recording's own rate, because a context with another rate would resample it. */
async function decode({ blob, sampleRate }: SourceRecording): Promise<DecodedRecording> {
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const buffer = await context.decodeAudioData(await blob.arrayBuffer())
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
    buffer.getChannelData(channel).slice(),
  )
  return { channels, sampleRate: buffer.sampleRate }
}

function runWorker(request: VoiceRequest, options: Options): Promise<PreparedVoice> {
  const { signal, onProgress } = options
  const worker = new Worker(new URL('./voice/voice-worker.ts', import.meta.url), { type: 'module' })
  const work = new Promise<PreparedVoice>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<VoiceReply>) => {
      if (data.type === 'done') resolve(data.prepared)
      else onProgress(data.share)
    })
    worker.addEventListener('error', () => reject(new Error('The voice worker failed.')))
    signal.addEventListener('abort', () => reject(signal.reason))
    signal.throwIfAborted()
    worker.postMessage(
      request,
      request.recording.channels.map((channel) => channel.buffer),
    )
  })
  return work.finally(() => worker.terminate())
}

export type Preparation =
  | { status: 'none' }
  | { status: 'working'; share: number }
  | { status: 'ready'; recording: PreparedRecording }
  | { status: 'failed' }

interface Task {
  source: SourceRecording
  voice: Voice
}

/** The recording as it will be sent, in the chosen voice. Each voice is created once and cached. */
export function usePreparedRecording(
  source: SourceRecording | null,
  voice: Voice,
): { preparation: Preparation; retry: () => void } {
  const [result, setResult] = useState<{ task: Task; preparation: Preparation } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const made = useRef(new WeakMap<SourceRecording, Map<Voice, PreparedRecording>>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs it once more
  useEffect(() => {
    if (!source) return
    const task = { source, voice }
    const show = (preparation: Preparation): void => setResult({ task, preparation })
    const voices = made.current.get(source) ?? new Map<Voice, PreparedRecording>()
    made.current.set(source, voices)
    const known = voices.get(voice)
    if (known) return show({ status: 'ready', recording: known })

    const abort = new AbortController()
    const onProgress = (share: number): void => show({ status: 'working', share })
    prepareRecording(source, voice, { signal: abort.signal, onProgress }).then(
      (recording) => {
        voices.set(voice, recording)
        if (!abort.signal.aborted) show({ status: 'ready', recording })
      },
      () => {
        if (!abort.signal.aborted) show({ status: 'failed' })
      },
    )
    return () => abort.abort()
  }, [source, voice, attempt])

  const retry = (): void => {
    setResult(null)
    setAttempt(attempt + 1)
  }
  if (!source) return { preparation: { status: 'none' }, retry }
  const isCurrent = result?.task.source === source && result.task.voice === voice
  return { preparation: isCurrent ? result.preparation : { status: 'working', share: 0 }, retry }
}
