import { useEffect, useRef, useState } from 'react'
import { type PreparedRecording, prepareRecording } from './prepare-recording.ts'
import type { SourceRecording } from './recorder.ts'
import type { Voice } from './voice/disguise.ts'

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
