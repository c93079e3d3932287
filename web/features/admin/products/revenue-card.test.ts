import { expect, test } from 'vitest'
import { churnText, revenuePicture } from '#web/features/admin/products/revenue-card.tsx'

const month = (name: string, amount: string, payments = 1) => ({
  month: name,
  amount,
  payments,
  subscribersAtStart: 0,
  newSubscribers: 0,
  endedSubscribers: 0,
})

test('all bars share a scale that ends at a round number', () => {
  const { bars, top, total, best } = revenuePicture(
    [month('2026-01', '29.00'), month('2026-02', '0.00', 0), month('2026-03', '145.10', 5)],
    'en-US',
  )
  expect(top).toBe(200)
  expect(bars.map(({ share }) => share)).toEqual([0.145, 0, 0.7255])
  expect(bars.map(({ short }) => short)).toEqual(['Jan', 'Feb', 'Mar'])
  expect(best?.long).toBe('March 2026')
  expect(total).toBe('174.10')
})

test('sums are exact to the cent', () => {
  const months = Array.from({ length: 12 }, () => month('2026-01', '0.10'))
  expect(revenuePicture(months, 'en-US').total).toBe('1.20')
})

test.each([
  ['0.00', 1],
  ['0.40', 1],
  ['1.00', 1],
  ['1.01', 2],
  ['4.99', 5],
  ['5.01', 10],
  ['10.00', 10],
  ['99999.00', 100_000],
])('with a best month of %s the scale ends at %i', (amount, top) => {
  expect(revenuePicture([month('2026-01', amount)], 'en-US').top).toBe(top)
})

test('without payments no month is the best', () => {
  const { best, total } = revenuePicture([month('2026-01', '0.00', 0)], 'en-US')
  expect(best).toBeUndefined()
  expect(total).toBe('0.00')
})

test.each([
  [0, 0, '–'],
  [0, 2, '–'],
  [24, 1, '4.2%'],
  [4, 4, '100%'],
  [10, 0, '0%'],
])(
  'with %i subscribers at the start and %i ended the churn is %s',
  (subscribersAtStart, endedSubscribers, text) => {
    expect(churnText({ ...month('2026-01', '0.00'), subscribersAtStart, endedSubscribers })).toBe(
      text,
    )
  },
)
