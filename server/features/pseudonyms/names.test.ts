import { expect, test } from 'vitest'
import { allowanceOf } from './names.ts'

const now = new Date('2027-06-01T12:00:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000)

test('two changes are possible within 365 days', () => {
  expect(allowanceOf([], now)).toEqual({ changesLeft: 2, nextChangeAt: null })
  expect(allowanceOf([daysAgo(10)], now)).toEqual({ changesLeft: 1, nextChangeAt: null })
})

test('after the second change the next one is possible 365 days after the first', () => {
  expect(allowanceOf([daysAgo(300), daysAgo(10)], now)).toEqual({
    changesLeft: 0,
    nextChangeAt: new Date(daysAgo(300).getTime() + 365 * 86_400_000),
  })
})

test('older changes no longer count', () => {
  const changes = [daysAgo(800), daysAgo(366), daysAgo(365), daysAgo(10)]
  expect(allowanceOf(changes, now)).toEqual({ changesLeft: 1, nextChangeAt: null })
})
