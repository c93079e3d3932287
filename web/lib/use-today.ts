import { useCallback, useSyncExternalStore } from 'react'
import { type DateText, logicalDate, nextDayStart } from '#contract/logical-date.ts'

/** Timers run a little early at times. */
const MARGIN_MS = 50

/**
 * The logical date in a time zone. It turns at 3 AM while the page is open, and on waking: a device
 * that slept through the night finds the new day when it is looked at again.
 */
export function useToday(timeZone: string): DateText {
  const subscribe = useCallback((onChange: () => void) => watchDay(timeZone, onChange), [timeZone])
  return useSyncExternalStore(subscribe, () => logicalDate(new Date(), timeZone))
}

function watchDay(timeZone: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const look = (): void => {
    clearTimeout(timer)
    const now = new Date()
    timer = setTimeout(look, nextDayStart(now, timeZone).getTime() - now.getTime() + MARGIN_MS)
    onChange()
  }
  look()
  const events = ['focus', 'pageshow', 'online'] as const
  for (const event of events) window.addEventListener(event, look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    for (const event of events) window.removeEventListener(event, look)
    document.removeEventListener('visibilitychange', look)
  }
}
