import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { followDraft, type KeepOptions, keepDraft, readDraft } from '#web/lib/drafts.ts'
import type { Shape } from '#web/lib/shape.ts'
import { useRestoredDraft } from '#web/lib/use-restored-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'

export interface FormDraft<T> extends KeepOptions<T> {
  key: string
  /** The fields to keep; those of a secret are left out. */
  schema: Shape<T>
}

type FormOptions<Values extends FieldValues, Output> = Omit<
  UseFormProps<Values, unknown, Output>,
  'defaultValues'
> & { defaultValues: DefaultValues<Values> }

interface FormStart<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>
  restored?: object | undefined
}

/**
 * A form whose entered values are kept as those of `useDraft`, and follow those of another tab. Clear
 * the draft once they are sent.
 * Without a draft, nothing is kept. In a file of its own, because the form library is large.
 */
export function useDraftForm<Values extends FieldValues, Output, Kept extends FieldValues>(
  draft: FormDraft<Kept> | undefined,
  options: FormOptions<Values, Output>,
): UseFormReturn<Values, unknown, Output> {
  const [{ defaultValues, restored }] = useStoredState<FormStart<Values>>(
    () => {
      const restored = draft && readDraft(draft.key, draft.schema, draft.storage)
      return { defaultValues: { ...options.defaultValues, ...restored }, restored }
    },
    { defaultValues: options.defaultValues },
  )
  const form = useForm({ ...options, defaultValues })
  useStoredValues(form, defaultValues)
  useRestoredDraft(restored)
  const { subscribe, reset } = form
  const follow = useEffectEvent(() => {
    const kept = draft && readDraft(draft.key, draft.schema, draft.storage)
    reset({ ...options.defaultValues, ...kept }, { keepFieldsRef: true })
  })
  const key = draft?.key
  const storage = draft?.storage
  useEffect(
    () => (key === undefined ? undefined : followDraft(key, storage, () => follow())),
    [key, storage],
  )
  const keep = useEffectEvent((values: Values) => {
    const kept = draft?.schema.safeParse({ ...options.defaultValues, ...values }).data
    if (draft && kept) keepDraft(draft.key, kept, draft)
  })
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  )
  return form
}

/** Fills a form whose initial values come from `useStoredState` once they are read. */
function useStoredValues<Values extends FieldValues, Output>(
  { reset }: UseFormReturn<Values, unknown, Output>,
  values: DefaultValues<Values>,
): void {
  const shown = useRef(values)
  useLayoutEffect(() => {
    if (shown.current === values) return
    shown.current = values
    // Fields stay registered, because what was typed before hydration is repeated right after this.
    reset(values, { keepFieldsRef: true })
  }, [values, reset])
}
