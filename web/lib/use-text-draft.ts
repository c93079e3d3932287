import { clearDraft, readDraft, tabStorage } from '#web/lib/drafts.ts'
import { aText } from '#web/lib/shape.ts'
import { useDraft } from '#web/lib/use-draft.ts'

/**
 * The state of a private text that is being written. Its draft survives a reload and leaving and
 * reopening the form, but not closing the tab. Without a draft, it starts as `initial`, which is not
 * kept.
 */
export function useTextDraft(key: string, initial = ''): [string, (text: string) => void] {
  const isEmpty = (text: string): boolean => !text.trim() || text === initial
  return useDraft(key, aText, { initial, isEmpty, storage: tabStorage })
}

/** The draft under this key, if there is one. */
export function keptText(key: string): string | undefined {
  return readDraft(key, aText, tabStorage)
}

export function forgetText(key: string): void {
  clearDraft(key, tabStorage)
}
