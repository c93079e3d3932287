import { expect, test } from 'vitest'
import { convertPastedHtml } from './pasted-html.ts'

function wordItem(style: string, mark: string, words: string): string {
  return `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:${style}'><!--[if !supportLists]--><span
style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><!--[endif]-->${words}</p>\n\n`
}

test.each([
  [
    'three levels, and back to the first',
    wordItem('l0 level1 lfo1', '·', 'a') +
      wordItem('l0 level2 lfo1', 'o', 'b') +
      wordItem('l0 level3 lfo1', '§', 'c') +
      wordItem('l0 level1 lfo1', '·', 'd'),
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>',
  ],
  [
    'numbers in bullets',
    wordItem('l0 level1 lfo1', '·', 'a') +
      wordItem('l1 level2 lfo2', '1.', 'b') +
      wordItem('l1 level2 lfo2', '2.', 'c'),
    '<ul><li>a<ol><li>b</li><li>c</li></ol></li></ul>',
  ],
  [
    'a numbered list around a paragraph',
    `${wordItem('l0 level1 lfo1', '1.', 'a')}<p>between</p>${wordItem('l0 level1 lfo1', '2.', 'b')}`,
    '<ol><li>a</li></ol><p>between</p><ol start="2"><li>b</li></ol>',
  ],
  [
    'two numbered lists',
    wordItem('l0 level1 lfo1', '1.', 'a') + wordItem('l1 level1 lfo2', '1.', 'b'),
    '<ol><li>a</li></ol><ol><li>b</li></ol>',
  ],
  [
    'letters',
    wordItem('l0 level1 lfo1', 'a)', 'a') + wordItem('l0 level1 lfo1', 'b)', 'b'),
    '<ol><li>a</li><li>b</li></ol>',
  ],
  ['a list that begins indented', wordItem('l0 level3 lfo1', '·', 'a'), '<ul><li>a</li></ul>'],
  [
    'a mark that never ends',
    "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</p><p>b</p>",
    '<ul><li></li></ul><p>b</p>',
  ],
])('Word: %s', (_name, html, expected) => {
  expect(convertPastedHtml(html).replace(/\n/g, '')).toBe(expected)
})

test.each([
  [
    'Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li aria-level="1">One</li><ul><li aria-level="2">Two</li></ul><li aria-level="1">Three</li></ul></b><br class="Apple-interchange-newline">',
    '<ul><li aria-level="1">One<ul><li aria-level="2">Two</li></ul></li><li aria-level="1">Three</li></ul>',
  ],
  [
    'emphasis of Google Docs',
    '<p><span style="font-weight:400;">a </span><span style="font-weight:700;font-style:italic;">b</span></p>',
    '<p><span style="font-weight:400;">a </span><span style="font-weight:700;font-style:italic;"><strong><em>b</em></strong></span></p>',
  ],
  [
    'Apple Notes',
    '<ul class="Apple-dash-list">\n<li>One</li>\n<ul class="Apple-dash-list">\n<li>Two</li>\n</ul>\n</ul>',
    '<ul class="Apple-dash-list">\n<li>One<ul class="Apple-dash-list">\n<li>Two</li></ul></li></ul>',
  ],
  [
    'LibreOffice',
    '<ul>\n\t<li><p>One</p>\n\t<ol>\n\t\t<li><p>Two</p></li>\n\t</ol></li>\n</ul>',
    '<ul>\n\t<li><p>One</p>\n\t<ol>\n\t\t<li><p>Two</p></li></ol></li></ul>',
  ],
  [
    'a list that begins with a nested one',
    '<ul><ul><li>a</li></ul><li>b</li></ul>',
    '<ul><li>a</li><li>b</li></ul>',
  ],
  [
    'a row whose cells are paragraphs, and one with an empty cell',
    '<table><tbody><tr><td><p>a</p></td><th><p><b>b</b></p></th></tr><tr><td> </td><td>c</td></tr></tbody></table>',
    '<p>a – <b>b</b></p><div> </div><div>c</div>',
  ],
  [
    'a row with lines and a list in its cells',
    '<table><tr><td>a<br>b</td><td><ul><li>c</li></ul></td></tr></table>',
    '<div>a<br>b</div><div><ul><li>c</li></ul></div>',
  ],
  [
    'a table in a table',
    '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr></table>',
    '<div><p>a – b</p></div><div>c</div>',
  ],
  ['a table without end tags', '<table><tr><td>a<td>b<tr><td>c<td>d', '<p>a – b</p><p>c – d</p>'],
])('%s', (_name, html, expected) => {
  expect(convertPastedHtml(html)).toBe(expected)
})

test.each([
  '<p>2 < 3 & <em>4</em> > 1</p>',
  '<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>',
  '<a href="https://example.org/?a=<td>">x</a>',
  '<script>if (a < b) "<ul><ul>"</script>',
  '<h2>News</h2><ol start="3"><li>c</li></ol><blockquote><p>q</p></blockquote>',
])('%s stays the same', (html) => {
  expect(convertPastedHtml(html)).toBe(html)
})
