import { expect, test } from 'vitest'
import { groupHelp, groupWords } from '#web/features/admin/email/recipient-words.ts'

const groups = { membership: 'Circle', products: [{ id: 4, title: 'Bells' }] }

test('a group of buyers names its product once it is known', () => {
  expect(groupWords({ group: 'buyers', productId: 4 }, groups)).toBe('Buyers of “Bells”')
  expect(groupWords({ group: 'buyers', productId: 4 }, undefined)).toBe('Buyers of a product')
  expect(groupWords({ group: 'inactive', productId: null }, groups)).toBe('Not seen for 30 days')
})

test('the help for the access group names the membership', () => {
  expect(groupHelp('access', groups)).toBe(
    'Members with access through “Circle” right now, and your team.',
  )
  expect(groupHelp('access', undefined)).toBeUndefined()
})
