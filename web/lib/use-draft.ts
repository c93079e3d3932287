import { clearDraft, type KeepOptions, keepDraft, readDraft, tabStorage } from '#web/lib/drafts.ts'
import { aText, type Shape } from '#web/lib/shape.ts'
import { useRestoredDraft } from '#web/lib/use-restored-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'

interface DraftOptions<T> extends KeepOptions<T> {
  /** The value without a draft. It isn't kept. */
  initial: T
}

/**
 * The state of something that is being entered. Its draft survives a reload, and leaving and
 * reopening the page.
 */
export function useDraft<T>(
  key: string,
  shape: Shape<T>,
  options: DraftOptions<T>,
): [T, (value: T) => void] {
  const { initial, storage } = options
  const [{ value, restored }, setState] = useStoredState<{ value: T; restored?: T | undefined }>(
    () => {
      const restored = readDraft(key, shape, storage)
      return { value: restored ?? initial, restored }
    },
    { value: initial },
  )
  useRestoredDraft(restored)
  const handleChange = (next: T): void => {
    setState({ value: next, restored })
    keepDraft(key, next, options)
  }
  return [value, handleChange]
}

/**
 * `useDraft` for a private text. Its draft doesn't survive closing the tab. Without a draft, it starts
 * as `initial`, which is not kept.
 */
export function useTextDraft(key: string, initial = ''): [string, (text: string) => void] {
  const isEmpty = (text: string): boolean => !text.trim() || text === initial
  return useDraft(key, aText, { initial, isEmpty, storage: tabStorage })
}

/** The draft of `useTextDraft` under this key, if there is one. */
export function keptText(key: string): string | undefined {
  return readDraft(key, aText, tabStorage)
}

export function forgetText(key: string): void {
  clearDraft(key, tabStorage)
}
