import { useId, useState } from 'react'
import type { FieldValues, Path, UseFormGetValues, UseFormSetError } from 'react-hook-form'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

interface SortedFailure {
  /** Input name and sentence, in the order of the form's inputs. */
  beside: [name: string, sentence: string][]
  /** What belongs above the form: undefined where the inputs say it all. */
  above: string | undefined
}

/** Parts a refusal into what stands beside the form's inputs and what stands above it. */
export function sortFailure(error: unknown, inputs: readonly string[]): SortedFailure {
  const fields = error instanceof ApiError ? error.fields : {}
  const beside = inputs.flatMap((name): [string, string][] => {
    const sentence = fields[name]
    return sentence === undefined ? [] : [[name, sentence]]
  })
  const isSaid = beside.length > 0 && beside.length === Object.keys(fields).length
  return { beside, above: isSaid ? undefined : sentenceOf(error) }
}

interface FailureTarget<T extends FieldValues> {
  setError: UseFormSetError<T>
  getValues: UseFormGetValues<T>
}

interface ToastText {
  title: string
  description?: string
}

interface FormFailure {
  /** For the notice above the form. */
  sentence: string | undefined
  /** Shows a refusal: beside its inputs, above the form, and as a toast where one is given. */
  show: (error: unknown, message?: ToastText) => void
  /** Shows only a toast, in place of the last one. */
  tell: (message: ToastText) => void
  /** Takes back what was shown, before the next try. */
  clear: () => void
}

/** Keeps what a form was refused for. The first wrong input gets the focus. */
export function useFormFailure<T extends FieldValues>(form: FailureTarget<T>): FormFailure {
  const [sentence, setSentence] = useState<string>()
  const toastGroup = useId()
  const clear = (): void => {
    setSentence(undefined)
    dismissToasts(toastGroup)
  }
  const tell = (message: ToastText): void => {
    dismissToasts(toastGroup)
    toast({ ...message, group: toastGroup, variant: 'destructive' })
  }
  const show: FormFailure['show'] = (error, message) => {
    clear()
    const { beside, above } = sortFailure(error, Object.keys(form.getValues()))
    for (const [index, [name, text]] of beside.entries()) {
      // The names are the keys of this form's own values.
      form.setError(name as Path<T>, { type: 'server', message: text }, { shouldFocus: !index })
    }
    setSentence(above)
    if (message) tell(message)
  }
  return { sentence, show, tell, clear }
}
