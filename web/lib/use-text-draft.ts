import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
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

/** Keeps the `reason` of a form the same way. Pass `keptText` as the form's initial value. */
export function useReasonDraft(form: UseFormReturn<{ reason: string }>, key: string): void {
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { reason } }) => {
          if (reason.trim()) writeDraft(key, reason, tabStorage)
          else clearDraft(key, tabStorage)
        },
      }),
    [subscribe, key],
  )
}

/** The draft under this key, if there is one. */
export function keptText(key: string): string | undefined {
  return readDraft(key, aText, tabStorage)
}

export function forgetText(key: string): void {
  clearDraft(key, tabStorage)
}
