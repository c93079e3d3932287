import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createRecorder, type Recorder, type RecorderSnapshot } from './recorder.ts'

/** The recorder of a draft, with what an earlier page recorded under the same key. */
export function useRecorder(draftKey: string): { recorder: Recorder; snapshot: RecorderSnapshot } {
  const recorder = useMemo(() => createRecorder(draftKey), [draftKey])
  const snapshot = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot)
  useEffect(() => {
    // Without a readable draft there is nothing to bring back; recording works all the same.
    recorder.open().catch(() => undefined)
    return recorder.close
  }, [recorder])
  return { recorder, snapshot }
}
