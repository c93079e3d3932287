import {
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { useGate } from '#web/lib/use-gate.ts'

/** `useMutation` for something that a press sends: a second press while it is sent does nothing. */
export function useSending<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const gate = useGate()
  const mutation = useMutation<Data, Error, Input>({
    ...options,
    onSettled: (...outcome) => {
      gate.leave()
      return options.onSettled?.(...outcome)
    },
  })
  const mutate: UseMutateFunction<Data, Error, Input> = (...call) => {
    if (gate.enter()) mutation.mutate(...call)
  }
  return { ...mutation, mutate }
}
