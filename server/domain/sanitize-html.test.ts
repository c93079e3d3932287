import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertPastedHtml } from '#contract/pasted-html.ts'
import { plainTextOf, sanitizeHtml } from './sanitize-html.ts'

const IMAGE = `/api/daily/images/${'a'.repeat(64)}.webp`
/** Matches everything that may appear between `<` and `>`. */
const TAG = new RegExp(
  [
    '^/?(?:p|strong|em|u|s|blockquote|ul|ol|li|h2|h3|h4)$',
    '^(?:br|hr) /$',
    '^ol start="[1-9]\\d{0,3}"$',
    '^/a$',
    '^a href="(?:https?://|mailto:)[^"<>]*" rel="noopener noreferrer"$',
    '^img src="/api/daily/images/[\\w.-]+" alt="[^"<>]*"(?: width="\\d{1,4}")?(?: height="\\d{1,4}")? /$',
  ].join('|'),
  'i',
)

function forbiddenTags(html: string): string[] {
  const tags = [...html.matchAll(/<([^>]*)(>|$)/g)].map(([, inner = '']) => inner)
  return tags.filter((inner) => !TAG.test(inner))
}

test.each([
  [
    '<p>Plain <strong>and</strong> <em>warm</em></p>',
    '<p>Plain <strong>and</strong> <em>warm</em></p>',
  ],
  ['<p>\u3164</p><ul><li>\u2800</li></ul><p>Words</p>', '<p>Words</p>'],
  ['<p><strong>&#8203;</strong>&nbsp;</p>', ''],
  ['\u2800<hr>&shy;', ''],
  [`<p>\u200b</p><img src="${IMAGE}" alt="Dawn">`, `<img src="${IMAGE}" alt="Dawn" />`],
  ['<h1 id="x" class="y" style="color:red">Title</h1>', '<h2>Title</h2>'],
  ['<p onclick="alert(1)" style="x:y">Words</p>', '<p>Words</p>'],
  ['<script>alert(1)</script><p>Words</p>', '<p>Words</p>'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['<svg><script>alert(1)</script><p>in</p></svg><p>out</p>', '<p>out</p>'],
  ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
  ['<textarea><img src=x onerror=alert(1)></textarea>', ''],
  ['<iframe src="https://example.org"><p>in</p></iframe>', ''],
  [
    '<a href="https://example.org/?a=1&amp;b=2" target="_top">there</a>',
    '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">there</a>',
  ],
  [
    '<a href="mailto:help@example.org">write</a>',
    '<a href="mailto:help@example.org" rel="noopener noreferrer">write</a>',
  ],
  ['<a href="javascript:alert(1)">here</a>', 'here'],
  ['<a href="jAvA&#10;script:alert(1)">here</a>', 'here'],
  ['<a href="data:text/html,<script>alert(1)</script>">here</a>', 'here'],
  ['<a href="//example.org">here</a>', 'here'],
  ['<a name="x">here</a>', 'here'],
  [
    `<img src="${IMAGE}" alt="A &quot;field&quot;" width="800" height="600" onload="x()">`,
    `<img src="${IMAGE}" alt="A &quot;field&quot;" width="800" height="600" />`,
  ],
  [`<img src="${IMAGE}" width="100%" height="-1">`, `<img src="${IMAGE}" alt="" />`],
  ['<img src="https://example.org/spy.gif" alt="x">', ''],
  ['<img src="/api/daily/images/../../admin/users" alt="x">', ''],
  ['<img src="/api/daily/images/%2e%2e/x" alt="x">', ''],
  ['<img src="data:image/svg+xml,<svg>" alt="x">', ''],
  ['<div>One</div><div>Two</div>', '<p>One</p><p>Two</p>'],
  ['<div><p>One</p>Two</div>', '<p>One</p>Two'],
  ['<p></p><p> </p><p>Words</p><p><br></p>', '<p>Words</p>'],
  [
    '<p>Cats &amp; dogs &lt;3 “quoted” &nbsp;&copy;</p>',
    '<p>Cats &amp; dogs &lt;3 “quoted” \u00a0©</p>',
  ],
  ['2 < 3 & 4 > 1', '2 &lt; 3 &amp; 4 &gt; 1'],
  ['<ul><li>One<li>Two</ul>', '<ul><li>One</li><li>Two</li></ul>'],
  [
    '<p>Never closed <em>and <strong>deep',
    '<p>Never closed <em>and <strong>deep</strong></em></p>',
  ],
  [
    '<ol start="3"><li>c</li></ol><ol start="0" type="a"><li>a</li></ol>',
    '<ol start="3"><li>c</li></ol><ol><li>a</li></ol>',
  ],
  [
    '<b style="font-weight:normal" id="docs-internal-guid-1"><ul><li>a</li><ol><li><span style="font-weight:700">b</span></li></ol></ul></b>',
    '<ul><li>a<ol><li><strong>b</strong></li></ol></li></ul>',
  ],
  [
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>a<script>x</script><img src=x onerror=alert(1)></p>`,
    '<ul><li>a</li></ul>',
  ],
  [
    '<table><tr><td onclick="x">Sunday</td><td>10:00<style>p{}</style></td></tr></table>',
    '<p>Sunday – 10:00</p>',
  ],
  ['<!-- a --><![CDATA[b]]><?php c ?><p>Words</p>', '<p>Words</p>'],
])('%s becomes %s', (html, expected) => {
  expect(sanitizeHtml(html)).toBe(expected)
})

function copiedFrom(name: string): string {
  return readFileSync(join(import.meta.dirname, `${name}.html.txt`), 'utf8')
}

test('a copied Word document has nested and numbered lists without drawn marks', () => {
  expect(sanitizeHtml(copiedFrom('pasted-word-list'))).toBe(
    '<ul><li>Blankets<ul><li>two large</li></ul></li></ul><ol><li>Soup</li></ol>',
  )
})

test('each row of a copied table is a line', () => {
  expect(sanitizeHtml(copiedFrom('pasted-timetable'))).toBe(
    '<p>Sunday – 10:00 – Service</p><p>Wednesday – 19:30 – Prayer</p>',
  )
})

test('deeply nested markup is cut, and its words stay', () => {
  const html = `${'<blockquote>'.repeat(150)}deep${'</blockquote>'.repeat(150)}`
  const clean = sanitizeHtml(html)
  expect(clean.match(/<blockquote>/g)).toHaveLength(20)
  expect(plainTextOf(html)).toBe('deep')
})

test('plain text keeps words, blocks and line breaks', () => {
  const html =
    '<h3>Rest</h3><blockquote><p>“Come &amp;\n   rest”<br>now</p></blockquote>bare<ul><li>a</li><li>b</li></ul>'
  expect(plainTextOf(html)).toBe('Rest\n\n“Come & rest”\nnow\n\nbare\n\na\n\nb')
  expect(plainTextOf('<p> </p><script>x</script><hr>')).toBe('')
})

const hostile = fc.constantFrom(
  '<script>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '</svg>',
  '<a href="javascript:alert(1)">',
  '</a>',
  '<a href=" https://a.example/?"onclick="x">',
  '<p onmouseover="x">',
  '</p>',
  '<p>',
  '<div>',
  '</div>',
  '<em>',
  '</em>',
  '<span>',
  '</span>',
  '<blockquote>',
  '</blockquote>',
  '<ul>',
  '<li>',
  '</li>',
  '</ul>',
  '<h1>',
  '</h1>',
  '<h6>',
  '<table>',
  '<tr>',
  '<td>',
  '</td>',
  '</table>',
  '<ol start=3>',
  '</ol>',
  '<b style="font-weight:normal">',
  '</b>',
  '<span style="font-weight:700">',
  `<p style='mso-list:l0 level2 lfo1'>`,
  `<span style='mso-list:Ignore'>1.</span>`,
  '<style>',
  '</style>',
  '<noscript>',
  '</noscript>',
  '<textarea>',
  '</textarea>',
  '<title>',
  '</title>',
  '<math>',
  '<mtext>',
  '<iframe>',
  '<select>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '<',
  '>',
  '"',
  "'",
  '&',
  '&lt;',
  '&#106;',
  '&amp;lt;',
  '&lt;script&gt;',
  '\u0000',
  '\n',
  '=',
  '/',
  '<br',
  '<hr/>',
  '</br>',
  '<a',
  ' href=',
  '<img',
  `<img src="${IMAGE}" alt="<script>">`,
  '<xmp>',
  '</xmp>',
  '<option>',
  '<body onload=x>',
  '<base>',
)
const anyHtml = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: hostile }, fc.string({ maxLength: 8, unit: 'grapheme' })),
    {
      maxLength: 25,
    },
  )
  .map((parts) => parts.join(''))

test('for any input, only allowed tags and attributes come out', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      expect(forbiddenTags(sanitizeHtml(html))).toEqual([])
    }),
    { numRuns: 3_000 },
  )
})

test('sanitizing twice changes nothing more', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const once = sanitizeHtml(html)
      expect(sanitizeHtml(once)).toBe(once)
    }),
    { numRuns: 3_000 },
  )
})

test('text without markup keeps every word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[\p{L}\p{N}&<>"’.]+$/u), { minLength: 1 }),
      (words) => {
        const text = words.join(' ')
        const escaped = text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
        expect(plainTextOf(`<p>${escaped}</p>`)).toBe(text)
      },
    ),
  )
})

test.each(['<b><i>', '<div>', '<ul><li>', '<b>a</i>', '<svg>', '<span title=">">'])(
  '%s nested 20,000 times is kept as text',
  (tags) => {
    const [html, text] = [
      `${tags.repeat(20_000)}words`,
      sanitizeHtml(`${tags.repeat(20_000)}words`),
    ]
    expect(html.length).toBeGreaterThan(text.length)
    expect(text).not.toContain('<')
    expect(text).toContain('words')
  },
)

test.each([
  '<!--',
  '<a b="',
  '<',
  '<table><tr><td>',
  '<tr><td>x</td><td>y</td></tr>',
  '<ul>',
  '<ul><li>a</li>',
  '<script>',
  "<p style='mso-list:l0 level9 lfo1'>",
  `<p style='mso-list:l0 level1 lfo1'>${'<'.repeat(500)}`,
])('a megabyte of %s takes no longer than reading it', (part) => {
  const megabyte = part.repeat(1_000_000 / part.length)
  const begin = process.cpuUsage()
  convertPastedHtml(megabyte)
  // Reading takes about half a second; a second look at the rest for each tag would take minutes.
  expect(process.cpuUsage(begin).user / 1e6).toBeLessThan(10)
})

test('a megabyte of lists and tables that are nested 100 deep is cleaned in seconds', () => {
  const nested = `<table><tr><td>${'<ul><li>'.repeat(100)}<script>x</script>words${'</li></ul>'.repeat(100)}</td></tr></table>`
  const html = nested.repeat(1_000_000 / nested.length)
  const begin = process.cpuUsage()
  const clean = sanitizeHtml(html)
  expect(process.cpuUsage(begin).user / 1e6).toBeLessThan(10)
  expect(clean.match(/words/g)).toHaveLength(Math.floor(1_000_000 / nested.length))
  expect(forbiddenTags(clean)).toEqual([])
})

test('elements that are nested as deep as on any page keep their markup', () => {
  const html = `${'<div>'.repeat(150)}<b>words</b>${'</div>'.repeat(150)}`
  expect(sanitizeHtml(html)).toContain('<p>words</p>')
  const list = `<ul><li><strong>words</strong></li></ul>`
  expect(sanitizeHtml(`${'<span>'.repeat(150)}${list}`)).toBe('words')
})
