import type { ReactElement } from 'react'
import { zoneGroups, zoneLabel } from '#web/lib/time-zone.ts'

/** Options for a time zone select, including those of `extra` that the browser doesn't list. */
export function ZoneOptions({ extra }: { extra: readonly string[] }): ReactElement {
  const groups = zoneGroups(Intl.supportedValuesOf('timeZone'), extra)
  return (
    <>
      {groups.map(({ region, zones }) => (
        <optgroup key={region} label={region}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneLabel(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
