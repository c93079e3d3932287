import type { ReactElement } from 'react'
import { zoneGroups, zoneLabel } from '#web/lib/time-zone.ts'

/** The options of a select of time zones. `extra` are offered also where the browser does not list them. */
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
