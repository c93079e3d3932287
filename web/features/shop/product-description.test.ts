import { expect, test } from 'vitest'
import { isLongDescription, withoutHeadings } from './product-description.tsx'

test('headings become bold lines, and nothing else changes', () => {
  const html = '<h2>What is <em>inside</em></h2><p>Seven days.</p><h3>More</h3><hr>'
  expect(withoutHeadings(html)).toBe(
    '<p><strong>What is <em>inside</em></strong></p><p>Seven days.</p><p><strong>More</strong></p><hr>',
  )
})

test.each([
  ['<p>Seven quiet mornings.</p>', false],
  [`<p>${'word '.repeat(44)}</p>`, false],
  [`<p>${'word '.repeat(45)}</p>`, true],
  [`<p><a href="https://example.org/${'long/'.repeat(60)}">here</a></p>`, false],
  [`<ul>${'<li>day</li>'.repeat(6)}</ul>`, true],
  ['<p>Look:</p><img src="/api/images/a.webp">', true],
])('%# is long: %s', (html, isLong) => {
  expect(isLongDescription(html)).toBe(isLong)
})
