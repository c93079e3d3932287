import type { ReactElement } from 'react'
import { zoneGroups, zonePlace } from '#web/lib/time-zone.ts'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'

const NONE: readonly string[] = []
let known: readonly string[] | undefined

/**
 * Options for a time zone select, including those of `extra` that the browser doesn't list. The
 * server, whose list may differ from the browser's, renders only those.
 */
export function ZoneOptions({ extra }: { extra: readonly string[] }): ReactElement {
  const names = useBrowserValue(knownZones, NONE)
  const groups = zoneGroups(names, extra)
  return (
    <>
      {groups.map(({ region, zones }) => (
        <optgroup key={region} label={region}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zonePlace(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}

function knownZones(): readonly string[] {
  known ??= Intl.supportedValuesOf('timeZone')
  return known
}
