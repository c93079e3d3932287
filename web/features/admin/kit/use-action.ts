import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { dismissFailures, notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { useGate } from '#web/lib/use-gate.ts'

/** The texts of a toast. A text alone is its title. */
type ToastText = string | { title: string; description?: string }

interface ActionOptions<Input, Result> {
  /** For `useIsMutating`, where another component must know that this is being sent. */
  key?: readonly unknown[]
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
  error: Error | null
  /** The words about the last failure, as in its toast. */
  failure: { title: string; description?: string } | undefined
  /** What the last successful call returned. */
  data: Result | undefined
  /** Forgets the last error. */
  reset: () => void
}

interface Run<Input> {
  input: Input
  close: (() => void) | undefined
}

/** One thing that an administrator does: a call that is sent once, its toasts, and what it changes. */
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
    mutationFn: ({ input }: Run<Input>) => options.call(input),
    onMutate: ({ input }) => {
      dismissFailures()
      options.onStart?.(input)
    },
    onSuccess: (result, { input }) => {
      const text = partsOf(typeof done === 'function' ? done(result, input) : done)
      if (text) notifySuccess(text.title, text.description)
      return options.onDone?.(result, input)
    },
    onError: (error, { input }) => {
      const text = failureOf(error, input)
      if (text) notifyFailure(text.title, text.description)
      options.onFailed?.(error, input)
    },
    onSettled: (_result, error, { close }) => {
      gate.leave()
      if (!error || isOutdated(error)) close?.()
      return options.refresh?.(client)
    },
  })
  return {
    run: (input, close) => {
      if (gate.enter()) mutation.mutate({ input, close })
    },
    isPending: mutation.isPending,
    error: mutation.error,
    failure: mutation.error ? failureOf(mutation.error, mutation.variables.input) : undefined,
    data: mutation.data,
    reset: mutation.reset,
  }
}

function partsOf(
  text: ToastText | undefined,
  error?: Error,
): { title: string; description?: string } | undefined {
  if (typeof text !== 'string') return text
  return { title: text, ...(error && { description: sentenceOf(error) }) }
}
