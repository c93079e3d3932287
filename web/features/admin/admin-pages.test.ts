import { expect, test } from 'vitest'
import { adminTabOf, adminTitle } from '#web/features/admin/admin-pages.ts'

test.each([
  [{}, 'today'],
  [{ tab: 'no-such-tab' }, 'today'],
  [{ tab: 'stories' }, 'stories'],
  [{ tab: 'stories', part: 'reports' }, 'reports'],
  [{ tab: 'guidance', part: 'hidden' }, 'guidance'],
  [{ tab: 'website-settings' }, 'website-settings'],
] as const)('the address %j opens %s', (search, expected) => {
  expect(adminTabOf(search)).toBe(expected)
})

test('the document title names the open page', () => {
  expect(adminTitle({ tab: 'website-settings' })).toBe('Settings · Admin Dashboard')
})
