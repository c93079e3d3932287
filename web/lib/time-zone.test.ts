import { expect, test } from 'vitest'
import { deviceTimeZone, zoneGroups, zoneName, zonePlace } from '#web/lib/time-zone.ts'

test('zones are grouped by region and sorted', () => {
  expect(zoneGroups(['Europe/Rome', 'America/Lima', 'Europe/Berlin'], [])).toEqual([
    { region: 'America', zones: ['America/Lima'] },
    { region: 'Europe', zones: ['Europe/Berlin', 'Europe/Rome'] },
  ])
})

test('an extra zone appears once, even if the browser does not list it', () => {
  const groups = zoneGroups(['Europe/Rome'], ['UTC', 'Europe/Rome'])
  expect(groups).toEqual([
    { region: 'Europe', zones: ['Europe/Rome'] },
    { region: 'Other', zones: ['UTC'] },
  ])
})

test.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Argentina, Buenos Aires'],
  ['UTC', 'UTC'],
])('%s reads %j', (name, label) => {
  expect(zonePlace(name)).toBe(label)
})

test('the zone of this device can format dates', () => {
  const timeZone = deviceTimeZone()
  expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  expect(timeZone).toBeTypeOf('string')
})

test('a zone is named with its common name and a city', () => {
  expect(zoneName({ locale: 'en', timeZone: 'America/Chicago' })).toBe('Central Time (Houston)')
  expect(zoneName({ locale: 'en', timeZone: 'America/Argentina/Buenos_Aires' })).toBe(
    'Argentina Standard Time (Buenos Aires)',
  )
})
