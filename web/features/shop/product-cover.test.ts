import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COVER, coverShape } from './product-cover.tsx'

test('a product always has the same cover, different from other products', () => {
  expect(coverShape(10)).toEqual(coverShape(10))
  const covers = Array.from({ length: 200 }, (_, id) => JSON.stringify(coverShape(id + 1)))
  expect(new Set(covers).size).toBe(200)
})

test('every cover stays within its frame', () => {
  const property = fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (id) => {
    const { sun, paths } = coverShape(id)
    expect(sun.y - sun.radius).toBeGreaterThan(0)
    expect(paths.length).toBeGreaterThanOrEqual(3)
    const heights = paths.flatMap(({ d }) => d.match(/(?<= )\d+/g)?.map(Number) ?? [])
    expect(Math.max(...heights)).toBeLessThanOrEqual(COVER.width)
    for (const { d } of paths) {
      const [, left = -1, right = -1] = /^M0 (\d+)C.* \d+ (\d+)$/.exec(d)?.map(Number) ?? []
      expect(Math.min(left, right)).toBeGreaterThan(0)
      expect(Math.max(left, right)).toBeLessThan(COVER.height)
    }
  })
  fc.assert(property)
})
