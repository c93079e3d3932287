import { expect, test } from 'vitest'
import {
  holdersText,
  publishWarning,
  unpublishWarning,
} from '#web/features/admin/products/product-labels.ts'

const product = (given: object = {}) => ({
  productType: 'subscription' as const,
  ownerCount: 0,
  isMembership: false,
  ...given,
})

test('the owners and subscribers of a product are counted', () => {
  expect(holdersText(product())).toBeUndefined()
  expect(holdersText(product({ ownerCount: 1 }))).toBe('1 member subscribes')
  expect(holdersText(product({ ownerCount: 2 }))).toBe('2 members subscribe')
  expect(holdersText(product({ ownerCount: 1, productType: 'one_time' }))).toBe('1 member owns it')
})

test('unpublishing a subscribed product or the membership has a warning', () => {
  expect(unpublishWarning(product())).toBeUndefined()
  expect(unpublishWarning(product({ productType: 'one_time', ownerCount: 4 }))).toBeUndefined()
  expect(unpublishWarning(product({ ownerCount: 2 }))).toBe(
    '2 members subscribe. They keep it and keep paying. Nobody new can subscribe while it’s unpublished.',
  )
  expect(unpublishWarning(product({ isMembership: true }))).toMatch(/^This membership opens/)
  expect(unpublishWarning(product({ isMembership: true, ownerCount: 1 }))).toMatch(
    /^1 member subscribes\. .*live coaching room/,
  )
})

test('publishing a free product has a warning', () => {
  expect(publishWarning({ price: '0.01' })).toBeUndefined()
  expect(publishWarning({ price: '0.00' })).toMatch(/^The price is 0/)
})
