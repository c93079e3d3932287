import { expect, test } from 'vitest'
import { pageRow } from './page-rows.ts'

const REPORT = {
  performance: 96,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  firstPaint: 1_234,
  largestPaint: 2_000,
  blocking: 87.6,
  shift: 0.0042,
}

test('a page row holds if the lowest of its four scores does', () => {
  expect(pageRow('live', REPORT)).toEqual({
    name: 'pages, live',
    ours: 'performance 96, accessibility 100, best practices 100, SEO 100',
    peer: 'FCP 1.23 s, LCP 2.00 s, TBT 88 ms, CLS 0.004',
    value: '96',
    bar: '≥ 95',
    holds: true,
  })
  expect(pageRow('live', { ...REPORT, seo: 94 })).toMatchObject({ value: '94', holds: false })
})
