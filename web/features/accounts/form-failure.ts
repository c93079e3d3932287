import { useState } from 'react'
import type { FieldValues, Path, UseFormGetValues, UseFormSetError } from 'react-hook-form'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

interface SortedFailure {
  /** Input name and sentence, in the order of the form's inputs. */
  beside: [name: string, sentence: string][]
  /** The message above the form; undefined if the inputs' messages cover everything. */
  above: string | undefined
}

/** Splits an error into messages next to the form's inputs and one above the form. */
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
  /** Shows an error next to its inputs, above the form, and as a toast if one is given. */
  show: (error: unknown, message?: ToastText) => void
  /** Shows only a toast, which replaces the last one. */
  showToast: (message: ToastText) => void
  /** Clears what was shown, before the next attempt. */
  clear: () => void
}

/** Keeps the errors of a form's last submission. Focuses the first invalid input. */
export function useFormFailure<T extends FieldValues>(form: FailureTarget<T>): FormFailure {
  const [sentence, setSentence] = useState<string>()
  const clear = (): void => {
    setSentence(undefined)
    dismissToasts()
  }
  const showToast = (message: ToastText): void => {
    toast({ ...message, variant: 'destructive' })
  }
  const show: FormFailure['show'] = (error, message) => {
    clear()
    const { beside, above } = sortFailure(error, Object.keys(form.getValues()))
    for (const [index, [name, text]] of beside.entries()) {
      // The names are the keys of this form's own values.
      form.setError(name as Path<T>, { type: 'server', message: text }, { shouldFocus: !index })
    }
    setSentence(above)
    if (message) showToast(message)
  }
  return { sentence, show, showToast, clear }
}

interface FormMutationOptions<Input, Data> {
  mutationFn: (input: Input) => Promise<Data>
  onSuccess?: (data: Data, input: Input) => unknown
  /** A toast that a failure shows as well. */
  message?: ToastText
}

interface FormMutation<Input> {
  /** Why the last attempt failed, for the notice above the form. */
  sentence: string | undefined
  isPending: boolean
  isSuccess: boolean
  send: (input: Input) => void
}

/** The mutation that a form sends. A failure is shown in the form until the next attempt. */
export function useFormMutation<T extends FieldValues, Input, Data>(
  form: FailureTarget<T>,
  { message, ...options }: FormMutationOptions<Input, Data>,
): FormMutation<Input> {
  const failure = useFormFailure(form)
  const { mutate, isPending, isSuccess } = useSending({
    ...options,
    onError: (error) => failure.show(error, message),
  })
  const send = (input: Input): void => {
    failure.clear()
    mutate(input)
  }
  return { sentence: failure.sentence, isPending, isSuccess, send }
}
