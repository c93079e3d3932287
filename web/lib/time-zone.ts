import { isTimeZone } from '#contract/time-zone.ts'
import { type DateLocale, dateFormat } from '#web/lib/dates.ts'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'

/** The IANA time zone of this device, or undefined if the browser doesn't report a valid one. */
export function deviceTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : undefined
}

let device: string | undefined

/** The same for rendering. Undefined on the server, and while its page is hydrated. */
export function useDeviceTimeZone(): string | undefined {
  return useBrowserValue(() => {
    device ??= deviceTimeZone()
    return device
  }, undefined)
}

export interface ZoneGroup {
  /** The first part of the names, such as 'America'. */
  region: string
  zones: string[]
}

/** All zones by region, including those of `extra` that the browser doesn't list. */
export function zoneGroups(names: readonly string[], extra: readonly string[]): ZoneGroup[] {
  const groups = new Map<string, string[]>()
  for (const name of [...new Set([...names, ...extra])].sort()) {
    const region = name.includes('/') ? name.slice(0, name.indexOf('/')) : 'Other'
    groups.set(region, [...(groups.get(region) ?? []), name])
  }
  return [...groups].map(([region, zones]) => ({ region, zones }))
}

/**
 * 'New York', or 'Argentina, Buenos Aires': a zone in a list of zones by region, and where a member
 * is told which of them they chose.
 */
export function zonePlace(name: string): string {
  return name
    .slice(name.indexOf('/') + 1)
    .replaceAll('/', ', ')
    .replaceAll('_', ' ')
}

/** The specification names the default zone after the community's city, not after the zone's. */
const CITIES: Record<string, string> = { 'America/Chicago': 'Houston' }

/** 'Eastern Time (New York)': the community's zone in a sentence. */
export function zoneName(dates: DateLocale): string {
  const { timeZone } = dates
  const parts = dateFormat(dates, { timeZoneName: 'longGeneric' }).formatToParts(new Date(0))
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  const last = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const city = CITIES[timeZone] ?? last
  return name && name !== timeZone ? `${name} (${city})` : city
}
