import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { clearDraft, type DraftStorage, writeDraft } from '#web/lib/drafts.ts'

export interface FormDraft<T extends FieldValues> {
  key: string
  schema: z.ZodType<T>
  /** Whether the draft has nothing worth saving. */
  isEmpty: (draft: T) => boolean
  /** Without it, the draft stays on this device until it is saved. */
  storage?: DraftStorage
}

/** Saves the values of a form on this device with every change. Without a draft, saves nothing. */
export function useFormDraft<T extends FieldValues, Output>(
  { subscribe }: UseFormReturn<T, unknown, Output>,
  draft: FormDraft<T> | undefined,
): void {
  const { key, schema, isEmpty, storage } = draft ?? {}
  useEffect(() => {
    if (!key || !schema || !isEmpty) return undefined
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const entered = schema.safeParse(values).data
        if (!entered || isEmpty(entered)) clearDraft(key, storage)
        else writeDraft(key, entered, storage)
      },
    })
  }, [subscribe, key, schema, isEmpty, storage])
}
