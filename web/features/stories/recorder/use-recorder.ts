import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createRecorder, type Recorder, type RecorderSnapshot } from './recorder.ts'

/**
 * The recorder of a draft, which restores a recording that an earlier page made under the same key.
 */
export function useRecorder(draftKey: string): { recorder: Recorder; snapshot: RecorderSnapshot } {
  const recorder = useMemo(() => createRecorder(draftKey), [draftKey])
  const snapshot = useSyncExternalStore(
    recorder.subscribe,
    recorder.getSnapshot,
    recorder.getSnapshot,
  )
  useEffect(() => {
    // If no draft can be read, there is nothing to restore, and recording still works.
    recorder.open().catch(() => undefined)
    return recorder.close
  }, [recorder])
  return { recorder, snapshot }
}
