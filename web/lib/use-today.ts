import { useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { type DateText, logicalDate, nextDayStart } from '#contract/logical-date.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useVisit } from '#web/lib/visit.ts'

/** Timers sometimes fire slightly early. */
const MARGIN_MS = 50

/**
 * The logical date in a time zone. It changes at 3 AM while the page is open, and is checked again
 * when the page gets focus, in case the device slept through the night. A page from the server is
 * hydrated with the day on which it was rendered.
 */
export function useToday(timeZone: string): DateText {
  const { now } = useVisit()
  const subscribe = useCallback((onChange: () => void) => watchDay(timeZone, onChange), [timeZone])
  return useSyncExternalStore(
    subscribe,
    () => logicalDate(new Date(), timeZone),
    () => logicalDate(new Date(now), timeZone),
  )
}

function watchDay(timeZone: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const update = (): void => {
    clearTimeout(timer)
    const now = new Date()
    timer = setTimeout(update, nextDayStart(now, timeZone).getTime() - now.getTime() + MARGIN_MS)
    onChange()
  }
  update()
  const events = ['focus', 'pageshow', 'online'] as const
  for (const event of events) window.addEventListener(event, update)
  document.addEventListener('visibilitychange', update)
  return () => {
    clearTimeout(timer)
    for (const event of events) window.removeEventListener(event, update)
    document.removeEventListener('visibilitychange', update)
  }
}

/**
 * The logical date of content that all members share. Undefined until the community's time zone has
 * loaded. If that fails, the device's time zone is used; the server still decides.
 */
export function useCommunityToday(): DateText | undefined {
  const { data, isPending } = useQuery(siteSettingsQuery)
  const { timeZone } = useDates()
  const today = useToday(data?.timeZone ?? timeZone)
  return isPending ? undefined : today
}
