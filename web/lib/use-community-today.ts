import { useQuery } from '@tanstack/react-query'
import type { DateText } from '#contract/logical-date.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useToday } from '#web/lib/use-today.ts'

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
