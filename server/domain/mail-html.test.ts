import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMistakes, sanitizeMail, styleMail } from './mail-html.ts'

const IMAGE = `/api/email-images/${'a'.repeat(64)}.webp`

test.each([
  ['<h1>News</h1><h2>b</h2><h3>c</h3><h4>d</h4>', '<h1>News</h1><h2>b</h2><h3>c</h3><h3>d</h3>'],
  [
    '<p>Read <a href="https://a.example/x" onclick="x()" target="_blank">it</a></p>',
    '<p>Read <a href="https://a.example/x">it</a></p>',
  ],
  [
    '<a class="big button" href="https://a.example">Join</a>',
    '<a href="https://a.example" class="button">Join</a>',
  ],
  ['<a class="other" href="mailto:us@a.example">us</a>', '<a href="mailto:us@a.example">us</a>'],
  ['<a href="javascript:alert(1)">x</a><a href="/flow">y</a><a href="https://">z</a>', 'xyz'],
  [
    `<img src="${IMAGE}" alt="A sunrise" width="900" onerror="x()">`,
    `<img src="${IMAGE}" alt="A sunrise" width="900" />`,
  ],
  ['<h1>\u3164</h1>&#8203;<br>', ''],
  ['<img src="https://tracker.example/x.png" alt="x">', ''],
  ['<img src="/api/email-images/../user" alt="x">', ''],
  ['<p style="color:red" id="x" class="y">a</p><script>alert(1)</script><p></p>', '<p>a</p>'],
])('%s is sanitized to %s', (written, kept) => {
  expect(sanitizeMail(written)).toBe(kept)
})

test('sanitizing twice changes nothing more, and the result contains nothing executable', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="https://a.b">',
    '<a href="javascript:x">',
    '</a>',
    '<script>',
    '</script>',
    '<img src=x onerror=y>',
    `<img src="${IMAGE}">`,
    '<li>',
    '<ul>',
    '</ul>',
    'text',
    '<h1>',
    '</h1>',
    '<svg onload=x>',
    '&lt;',
    '<style>',
    '</style>',
    '"',
    '<!--',
    '-->',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const once = sanitizeMail(pieces.join(''))
      expect(sanitizeMail(once)).toBe(once)
      expect(once).not.toMatch(/<script|<style|<svg|<[^>]+\son\w+=|href="javascript/i)
    }),
  )
})

test.each([
  ['<a href="https://a.example">Read</a>', 0],
  [`<a href="https://a.example"><img src="${IMAGE}" alt="x"></a>`, 0],
  ['<a href="https://a.example"><strong>Read</strong></a>', 0],
  ['<a href="https://a.example"> </a>', 1],
  ['<a href="#">Read</a><a>Read</a><a href="https://">x</a><a href="">y</a>', 4],
])('%s has this many empty links: %i', (html, emptyLinks) => {
  expect(findMistakes(html)).toEqual({ emptyLinks, missingAlts: 0 })
})

test('images without an alternative text are counted', () => {
  const html = `<img src="${IMAGE}"><img src="${IMAGE}" alt=" "><img src="${IMAGE}" alt="A sunrise">`
  expect(findMistakes(html).missingAlts).toBe(2)
})

test('elements get inline styles and absolute image addresses', () => {
  const html = styleMail(
    `<h1>a</h1><ul><li><p>one</p></li></ul><p><a href="https://x.y" class="button">Go</a></p><img src="${IMAGE}" alt="b" width="1200" />`,
    'https://folx.example',
  )
  expect(html).toMatch(/<h1 class="ink" style="[^"]*font:600 28px/)
  expect(html).toMatch(/<li class="ink" style="[^"]*">one<\/li>/)
  expect(html).toMatch(
    /<a href="https:\/\/x\.y" class="button" style="display:inline-block[^"]*">Go</,
  )
  expect(html).toContain(`src="https://folx.example${IMAGE}"`)
  expect(html).toMatch(/width="542"/)
})

test('the first heading has no top margin, and a quotation has no inner paragraph', () => {
  const html = styleMail(
    '<h2>a</h2><blockquote><p>b</p></blockquote><h2>c</h2>',
    'https://folx.example',
  )
  expect(html).toMatch(/^<h2 class="ink" style="margin:0 0 14px/)
  expect(html).toMatch(/<blockquote class="ink quote" style="[^"]*">b<\/blockquote>/)
  expect(html).toMatch(/<h2 class="ink" style="margin:28px 0 14px[^"]*">c<\/h2>$/)
})

test('a text from right to left has its borders and bullets on the right', () => {
  const html = styleMail('<blockquote>שלום</blockquote><ul><li>One</li></ul>', 'https://a.example')
  expect(html).toMatch(/<blockquote [^>]*padding-right:18px;border-right:3px/)
  expect(html).toMatch(/<ul [^>]*padding-right:24px/)
  expect(html).toMatch(/<li [^>]*unicode-bidi:plaintext/)
})
