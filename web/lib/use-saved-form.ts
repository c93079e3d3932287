import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { keepDraft } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import type { Shape } from '#web/lib/shape.ts'
import { type FormDraft, useDraftForm } from '#web/lib/use-draft-form.ts'

export interface SavedFormOptions<Draft extends FieldValues, Values extends FieldValues, Saved> {
  /** Where unsaved changes are kept on this device. */
  draftKey: string
  /** Any of the fields, each with the raw value of its control, which may be invalid. */
  changes: z.ZodType<{ [Name in keyof Draft]?: Draft[Name] | undefined }>
  /** A complete form. Its field names are those of the draft. */
  values: z.ZodType<Values, Draft>
  saved: Saved
  /** The saved settings as the form shows them. The same function on every render. */
  toDraft: (saved: Saved) => Draft
  /** Saves the changed fields. `all` also includes the unchanged ones. */
  save: (changed: Partial<Values>, all: Values) => Promise<Saved>
  onSaved: (saved: Saved) => void
}

export interface SavedForm<Draft extends FieldValues, Values extends FieldValues = Draft> {
  form: UseFormReturn<Draft, unknown, Values>
  isDirty: boolean
  isSaving: boolean
  error: Error | null
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Resets the form to the saved values. */
  undo: () => void
}

/**
 * The state of a settings form. Unsaved changes are kept on this device. Values that others save
 * appear in the fields that were not changed here. Only changed fields are sent.
 */
export function useSavedForm<Draft extends FieldValues, Values extends FieldValues, Saved>(
  options: SavedFormOptions<Draft, Values, Saved>,
): SavedForm<Draft, Values> {
  const { draftKey, changes, toDraft } = options
  const saved = useMemo(() => toDraft(options.saved), [toDraft, options.saved])
  const draft = { key: draftKey, schema: changesSchema(changes, saved), isEmpty: hasNoFields }
  const form = useDraftForm<Draft, Values, Partial<Draft>>(draft, {
    // Every field has a value, which the library's type for default values doesn't express.
    defaultValues: saved as DefaultValues<Draft>,
    // Not validated on blur: an error that appears there would move the button being pressed.
    resolver: zodResolver(options.values),
  })
  const { reset, getValues } = form
  const isDirty = changedNames(form.watch(), saved).length > 0
  useNewlySaved(form, { saved, draft })
  const save = useMutation({
    mutationFn: ({ changed, all }: { changed: Partial<Values>; all: Values }) =>
      options.save(changed, all),
    onSuccess: options.onSaved,
    onError: (error) => showFieldErrors(form, { error, names: namesOf(saved) }),
  })
  const submit = form.handleSubmit((all) => {
    const sent = structuredClone(getValues())
    const changed = pick(all, changedNames(sent, saved))
    save.mutate(
      { changed, all },
      { onSuccess: (answer) => reset({ ...toDraft(answer), ...changesOf(getValues(), sent) }) },
    )
  })
  return {
    form,
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    submit: (event) => void submit(event),
    undo: () => {
      save.reset()
      reset(saved)
    },
  }
}

/**
 * Shows newly saved values in the fields that still have the previous ones, and forgets changes that
 * are no longer any.
 */
function useNewlySaved<Draft extends FieldValues, Values extends FieldValues>(
  { reset, getValues }: UseFormReturn<Draft, unknown, Values>,
  { saved, draft }: { saved: Draft; draft: FormDraft<Partial<Draft>> },
): void {
  const known = useRef(saved)
  const forgetUnchanged = useEffectEvent(() => {
    keepDraft(draft.key, changesOf(getValues(), saved), draft)
  })
  useEffect(() => {
    const before = known.current
    known.current = saved
    if (before !== saved) {
      reset({ ...saved, ...changesOf(getValues(), before) }, { keepErrors: true })
    }
    forgetUnchanged()
  }, [saved, reset, getValues])
}

/** Of the form's values, only what differs from the saved ones. */
function changesSchema<Draft extends FieldValues>(
  changes: SavedFormOptions<Draft, FieldValues, unknown>['changes'],
  saved: Draft,
): Shape<Partial<Draft>> {
  return {
    safeParse: (value) => {
      const { data } = changes.safeParse(value)
      return data ? { data: changesOf({ ...saved, ...data }, saved) } : {}
    },
  }
}

function hasNoFields(changes: object): boolean {
  return Object.keys(changes).length === 0
}

function changesOf<Draft extends FieldValues>(draft: Draft, saved: Draft): Partial<Draft> {
  return pick(draft, changedNames(draft, saved))
}

function changedNames<Draft extends FieldValues>(draft: Draft, saved: Draft): Path<Draft>[] {
  return namesOf(saved).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]),
  )
}

function namesOf<Draft extends FieldValues>(draft: Draft): Path<Draft>[] {
  // The form's fields are flat, so the keys of its values are its paths.
  return Object.keys(draft) as Path<Draft>[]
}

function pick<T extends FieldValues>(from: T, names: readonly (keyof T)[]): Partial<T> {
  const picked: Partial<T> = {}
  for (const name of names) picked[name] = from[name]
  return picked
}
