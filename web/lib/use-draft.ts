import { type KeepOptions, keepDraft, readDraft } from '#web/lib/drafts.ts'
import type { Shape } from '#web/lib/shape.ts'
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
  const [value, setValue] = useStoredState(() => readDraft(key, shape, storage) ?? initial, initial)
  const handleChange = (next: T): void => {
    setValue(next)
    keepDraft(key, next, options)
  }
  return [value, handleChange]
}
