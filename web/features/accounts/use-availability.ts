import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { availabilityQuery } from '#web/features/accounts/account-queries.ts'
import {
  type Availability,
  candidateOf,
  type UniqueInput,
} from '#web/features/accounts/availability.ts'

/** Member document, section 5. */
const DEBOUNCE_MS = 500

/** Whether the value of an input is available, checked once the member stops typing. */
export function useAvailability(
  input: UniqueInput,
  text: string,
  invitation?: string,
): Availability {
  const candidate = candidateOf(input, text)
  const settled = useDebounced(candidate, DEBOUNCE_MS)
  // Each value has its own query, so a late response cannot apply to another value.
  const { data, isFetching } = useQuery({
    ...availabilityQuery(input, settled ?? '', invitation),
    enabled: settled !== undefined && settled === candidate,
  })
  if (candidate === undefined) return 'idle'
  if (candidate !== settled || isFetching) return 'checking'
  if (data === undefined) return 'unknown'
  return data.available ? 'available' : 'taken'
}

function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
