import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { clearDraft, writeDraft } from '#web/lib/drafts.ts'

interface FormDraft<T extends FieldValues, Output> {
  key: string
  schema: z.ZodType<T>
  form: UseFormReturn<T, unknown, Output>
  /** Whether the draft has nothing worth saving. */
  isEmpty: (draft: T) => boolean
}

/** Saves the values of a form on this device with every change. */
export function useFormDraft<T extends FieldValues, Output>(options: FormDraft<T, Output>): void {
  const { key, schema, form, isEmpty } = options
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const draft = schema.safeParse(values).data
          if (!draft || isEmpty(draft)) clearDraft(key)
          else writeDraft(key, draft)
        },
      }),
    [subscribe, key, schema, isEmpty],
  )
}
