import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isOutdated, sentenceOf } from '#web/lib/api.ts'
import { useGate } from '#web/lib/use-gate.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

/** The texts of a toast. A text alone is its title. */
type ToastText = string | { title: string; description?: string }

export interface ActionOptions<Input, Result> {
  /** For `useIsMutating`, where another component must know that this is being sent. */
  key?: readonly unknown[]
  /** Calls of one scope are sent one after the other. */
  scope?: { id: string }
  call: (input: Input) => Promise<Result>
  /** The toast after a success. Without it, the page itself shows the outcome. */
  done?: ToastText | ((result: Result, input: Input) => ToastText)
  /**
   * The toast after a failure. A text alone is shown with the server's sentence. Without it, the form
   * shows what failed.
   */
  failed?: ToastText | ((error: Error, input: Input) => ToastText | undefined)
  /** Shows the outcome before the server has answered. `onFailed` undoes that. */
  onStart?: (input: Input) => void
  onDone?: (result: Result, input: Input) => unknown
  onFailed?: (error: Error, input: Input) => void
  /**
   * Refetches what changed. Also after a failure: another administrator may have been faster, or only
   * the answer was lost.
   */
  refresh?: (client: QueryClient) => Promise<unknown>
}

export interface Action<Input, Result = unknown> {
  /**
   * Ignores a second press while the first one is sent. `close` closes the dialog that asked: after a
   * success, or if what it asked about has changed. After another failure, the dialog shows `failure`.
   */
  run: (input: Input, close?: () => void) => void
  isPending: boolean
  /** Whether the last call succeeded. */
  isDone: boolean
  error: Error | null
  /** Whether the person canceled the last call, which is no failure. */
  isCanceled: boolean
  /** The words about the last failure, as in its toast. */
  failure: { title: string; description?: string } | undefined
  /** The result of the last successful call. */
  data: Result | undefined
  /** Forgets the last error. */
  reset: () => void
}

interface Run<Input> {
  input: Input
  close: (() => void) | undefined
}

/** One thing that a person does: a call that is sent once, its toasts, and what it changes. */
export function useAction<Result, Input = void>(
  options: ActionOptions<Input, Result>,
): Action<Input, Result> {
  const { done, failed } = options
  const client = useQueryClient()
  const gate = useGate()
  const failureOf = (error: Error, input: Input): ReturnType<typeof partsOf> =>
    partsOf(typeof failed === 'function' ? failed(error, input) : failed, error)
  const mutation = useMutation({
    ...(options.key && { mutationKey: options.key }),
    ...(options.scope && { scope: options.scope }),
    mutationFn: ({ input }: Run<Input>) => options.call(input),
    onMutate: ({ input }) => {
      // An old error must not be shown anymore once this succeeds.
      dismissToasts()
      options.onStart?.(input)
    },
    onSuccess: (result, { input }) => {
      const said = isNewer(result) ? NEWER_KEPT : done
      const text = partsOf(typeof said === 'function' ? said(result, input) : said)
      if (text) toast(text)
      return options.onDone?.(result, input)
    },
    onError: (error, { input }) => {
      if (isAborted(error)) return
      const text = failureOf(error, input)
      if (text) toast({ ...text, variant: 'destructive' })
      options.onFailed?.(error, input)
    },
    onSettled: (_result, error, { close }) => {
      gate.leave()
      if (!error || isOutdated(error)) close?.()
      return options.refresh?.(client)
    },
  })
  const isCanceled = isAborted(mutation.error)
  const error = isCanceled ? null : mutation.error
  return {
    run: (input, close) => {
      if (gate.enter()) mutation.mutate({ input, close })
    },
    isPending: mutation.isPending,
    isDone: mutation.isSuccess,
    error,
    isCanceled,
    failure: error && mutation.variables ? failureOf(error, mutation.variables.input) : undefined,
    data: mutation.data,
    reset: mutation.reset,
  }
}

/** Whether a call ended because the person canceled it, with an `AbortSignal` or in a dialog. */
function isAborted(error: Error | null): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function partsOf(
  text: ToastText | undefined,
  error?: Error,
): { title: string; description?: string } | undefined {
  if (typeof text !== 'string') return text
  return { title: text, ...(error && { description: sentenceOf(error) }) }
}
