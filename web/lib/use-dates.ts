import { useCallback, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#contract/durations.ts'
import type { DateLocale } from '#web/lib/dates.ts'
import { useDeviceTimeZone } from '#web/lib/time-zone.ts'
import { useVisit } from '#web/lib/visit.ts'

/**
 * The language and time zone in which the reader sees dates. The zone is the device's; while a page
 * from the server is hydrated, it is the one that the server assumed.
 */
export function useDates(): DateLocale {
  const { locale, timeZone } = useVisit()
  return { locale, timeZone: useDeviceTimeZone() ?? timeZone }
}

/**
 * The result of `read` for the current time, read again every `everyMs`. While a page from the server is
 * hydrated, the current time is the one at which it was rendered.
 *
 * @param read its result must not change with each millisecond
 */
export function useNow<T extends string | number | boolean>(
  read: (now: Date) => T,
  everyMs = MINUTE_MS,
): T {
  const { now } = useVisit()
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = setInterval(onChange, everyMs)
      return () => clearInterval(timer)
    },
    [everyMs],
  )
  return useSyncExternalStore(
    subscribe,
    () => read(new Date()),
    () => read(new Date(now)),
  )
}
