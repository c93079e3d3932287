import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { clearDraft, writeDraft } from '#web/lib/drafts.ts'

interface FormDraft<T extends FieldValues> {
  key: string
  schema: z.ZodType<T>
  /** Whether the draft has nothing worth saving. */
  isEmpty: (draft: T) => boolean
}

/** Saves the values of a form on this device with every change. Without a draft, saves nothing. */
export function useFormDraft<T extends FieldValues, Output>(
  { subscribe }: UseFormReturn<T, unknown, Output>,
  draft: FormDraft<T> | undefined,
): void {
  const { key, schema, isEmpty } = draft ?? {}
  useEffect(() => {
    if (!key || !schema || !isEmpty) return undefined
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const entered = schema.safeParse(values).data
        if (!entered || isEmpty(entered)) clearDraft(key)
        else writeDraft(key, entered)
      },
    })
  }, [subscribe, key, schema, isEmpty])
}
