import { expect, test } from 'vitest'
import { movedAddress } from '#web/features/admin/moved-address.ts'

test.each([
  [{ tab: 'stories' }, '/admin/stories'],
  [{ tab: 'stories', part: 'reports' }, '/admin/reports'],
  [{ tab: 'stories', item: 12 }, '/admin/stories?item=12'],
  [{ tab: 'guidance', part: 'answered', page: 2 }, '/admin/guidance?part=answered&page=2'],
  [{ tab: 'users', q: 'ann lee', page: 3 }, '/admin/users?q=ann+lee&page=3'],
  [{ tab: 'users', user: 'a1' }, '/admin/users/a1'],
  [{ tab: 'users', part: 'team', q: 'Ann' }, '/admin/team?q=Ann'],
  [{ tab: 'users', part: 'audit', q: 'user-suspended' }, '/admin/audit-log?action=user-suspended'],
  [{ tab: 'products', part: 'orders', from: '2026-01-01' }, '/admin/orders?from=2026-01-01'],
  [{ tab: 'trivia', part: 'bible' }, '/admin/trivia?subject=bible'],
  [{ tab: 'email', part: 'broadcast' }, '/admin/email?part=broadcast'],
  [{ tab: 'website-settings' }, '/admin/settings'],
  [{ tab: 'keeper' }, '/admin/backups'],
  [{ tab: 'today' }, '/admin'],
  [{ tab: 'no/such tab' }, '/admin/no%2Fsuch%20tab'],
])('the old address of %j leads to %s', (search, expected) => {
  expect(movedAddress({ pathname: '/admin', search })).toBe(expected)
})

test.each([
  { pathname: '/admin', search: {} },
  { pathname: '/admin', search: { tab: 12 } },
  { pathname: '/admin/email', search: { tab: 'stories' } },
])('%j is no old address', (location) => {
  expect(movedAddress(location)).toBeUndefined()
})
