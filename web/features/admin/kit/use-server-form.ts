import { zodResolver } from '@hookform/resolvers/zod'
import type { QueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '#web/features/admin/kit/use-action.ts'
import { clearDraft } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { type FormDraft, useDraftForm } from '#web/lib/use-draft-form.ts'

interface ServerFormOptions<Draft extends FieldValues, Values extends FieldValues, Saved> {
  /** The values of an untouched form. */
  initial: Draft
  /** A complete form: what is sent. */
  values: z.ZodType<Values, Draft>
  save: (values: Values) => Promise<Saved>
  /** Keeps what is entered until it is saved. */
  draft?: FormDraft<Draft>
  /** The title of the toast after a success. */
  done?: string | ((saved: Saved) => string)
  /** The title of the toast after a failure. Without it, the form shows `error`. */
  failed?: string
  onSaved?: (saved: Saved, values: Values) => unknown
  /** Refetches what changed. */
  refresh?: (client: QueryClient) => Promise<unknown>
}

export interface ServerForm<
  Draft extends FieldValues,
  Values extends FieldValues = Draft,
  Saved = unknown,
> {
  form: UseFormReturn<Draft, unknown, Values>
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  isSaving: boolean
  error: Error | null
  /** What the last successful save returned. */
  saved: Saved | undefined
  /** Deletes the draft. */
  forget: () => void
}

/**
 * A form that is validated with the contract's schema, kept as a draft and sent once. The server's
 * field errors appear next to their fields. For settings, which another administrator may save in the
 * meantime, use `useSavedForm`.
 */
export function useServerForm<Draft extends FieldValues, Values extends FieldValues, Saved>(
  options: ServerFormOptions<Draft, Values, Saved>,
): ServerForm<Draft, Values, Saved> {
  const { initial, draft } = options
  const form = useDraftForm<Draft, Values, Draft>(draft, {
    // Every field has a value, which the library's type for default values doesn't express.
    defaultValues: initial as DefaultValues<Draft>,
    resolver: zodResolver(options.values),
  })
  const forget = (): void => (draft ? clearDraft(draft.key, draft.storage) : undefined)
  const saving = useAction({
    call: options.save,
    ...(options.done && { done: options.done }),
    ...(options.failed && { failed: options.failed }),
    ...(options.refresh && { refresh: options.refresh }),
    onDone: (saved, values) => {
      forget()
      return options.onSaved?.(saved, values)
    },
    onFailed: (error) =>
      // The keys of its values are the paths of the form's fields.
      showFieldErrors(form, { error, names: Object.keys(initial) as Path<Draft>[] }),
  })
  const submit = form.handleSubmit((values) => saving.run(values))
  return {
    form,
    submit: (event) => {
      // React's events also reach the form around a dialog.
      event.stopPropagation()
      void submit(event)
    },
    isSaving: saving.isPending,
    error: saving.error,
    saved: saving.data,
    forget,
  }
}
