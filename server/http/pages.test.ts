import { expect, test } from 'vitest'
import { localeOf } from '#server/http/pages.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['es-MX', 'es-MX'],
  ['en-gb;q=0.9', 'en-GB'],
  // A language that doesn't exist, no language, any language, and no tags.
  ['xx-YY,de;q=0.5', 'en-US'],
  [undefined, 'en-US'],
  ['*', 'en-US'],
  ['de--DE', 'en-US'],
  ['; DROP', 'en-US'],
])('with Accept-Language %s, dates are in %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale)
})
