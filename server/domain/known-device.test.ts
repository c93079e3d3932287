import { expect, test } from 'vitest'
import { keysFrom } from './keys.ts'
import { findKnownDevice, rememberDevice } from './known-device.ts'

const keys = keysFrom(Buffer.alloc(32, 1))
const now = new Date('2026-11-22T12:00:00.000Z')
const later = new Date('2026-11-22T12:00:00.001Z')
const anna = { memberId: 'anna', now }

test('a browser is known for the accounts that have signed in with it', () => {
  const first = rememberDevice(keys, undefined, anna)
  const cookie = rememberDevice(keys, first, { memberId: 'ben', now })
  const device = findKnownDevice(keys, cookie, { memberId: 'anna', since: null })
  expect(device).toMatch(/^[\w-]{22}$/)
  expect(findKnownDevice(keys, cookie, { memberId: 'ben', since: null })).toBe(device)
  expect(findKnownDevice(keys, cookie, { memberId: 'carl', since: null })).toBeUndefined()
  expect(cookie).not.toContain('anna')
})

test('a sign-in before the moment when devices are reset no longer counts', () => {
  const cookie = rememberDevice(keys, undefined, anna)
  expect(findKnownDevice(keys, cookie, { memberId: 'anna', since: now })).toBeDefined()
  expect(findKnownDevice(keys, cookie, { memberId: 'anna', since: later })).toBeUndefined()
  const again = rememberDevice(keys, cookie, { memberId: 'anna', now: later })
  expect(findKnownDevice(keys, again, { memberId: 'anna', since: later })).toBeDefined()
  expect(again.split('.')).toHaveLength(2)
})

test('a sixth account displaces the one that signed in longest ago', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const cookie = names.reduce<string | undefined>(
    (before, memberId) => rememberDevice(keys, before, { memberId, now }),
    undefined,
  )
  const known = names.filter((memberId) => findKnownDevice(keys, cookie, { memberId, since: null }))
  expect(known).toEqual(['b', 'c', 'd', 'e', 'f'])
})

test('a cookie that was not signed with these keys is not known', () => {
  const cookie = rememberDevice(keys, undefined, anna)
  const foreign = rememberDevice(keysFrom(Buffer.alloc(32, 2)), undefined, anna)
  const [device = '', entry = ''] = cookie.split('.')
  const postdated = entry.replace(/^[^~]+/, later.getTime().toString(36))
  for (const forged of [
    foreign,
    `${device}.${postdated}`,
    `${'A'.repeat(22)}.${entry}`,
    `.${entry}`,
    cookie.slice(0, -1),
    '',
    'x'.repeat(5_000),
  ]) {
    expect(findKnownDevice(keys, forged, { memberId: 'anna', since: null })).toBeUndefined()
  }
})
