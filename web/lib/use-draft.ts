import { useEffect, useEffectEvent } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { type KeepOptions, keepDraft, readDraft } from '#web/lib/drafts.ts'
import type { Shape } from '#web/lib/shape.ts'
import { useStoredState, useStoredValues } from '#web/lib/use-stored-state.ts'

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

interface FormDraft<T> extends KeepOptions<T> {
  key: string
  /** The fields to keep; those of a secret are left out. */
  shape: Shape<T>
}

type FormOptions<Values extends FieldValues, Output> = Omit<
  UseFormProps<Values, unknown, Output>,
  'defaultValues'
> & { defaultValues: DefaultValues<Values> }

/** A form whose entered values are kept the same way. Clear the draft once they are sent. */
export function useDraftForm<Values extends FieldValues, Output, Kept extends FieldValues>(
  draft: FormDraft<Kept>,
  options: FormOptions<Values, Output>,
): UseFormReturn<Values, unknown, Output> {
  const { key, shape, storage } = draft
  const [defaultValues] = useStoredState<DefaultValues<Values>>(
    () => ({ ...options.defaultValues, ...readDraft(key, shape, storage) }),
    options.defaultValues,
  )
  const form = useForm({ ...options, defaultValues })
  useStoredValues(form, defaultValues)
  const { subscribe } = form
  const keep = useEffectEvent((values: Values) => {
    const kept = shape.safeParse({ ...options.defaultValues, ...values }).data
    if (kept) keepDraft(key, kept, draft)
  })
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  )
  return form
}
