import { expect, test } from 'vitest'
import { fillTexts } from './shell-texts.ts'

const SHELL = '<q title="%/api/daily verse.reference%">%/api/daily verse.text%</q>'

function withVerse(text: unknown, reference: unknown = 'John 11:35'): ReadonlyMap<string, string> {
  return new Map([['/api/daily', JSON.stringify({ verse: { text, reference } })]])
}

test('a shell shows the texts of its answers', () => {
  expect(fillTexts(SHELL, withVerse('Jesus wept.'))).toBe('<q title="John 11:35">Jesus wept.</q>')
})

test('texts are escaped', () => {
  const text = `</q><script>alert("1 & 'one'")</script><!--first-answers-->`
  expect(fillTexts('<q>%/api/daily verse.text%</q>', withVerse(text))).toBe(
    '<q>&#60;/q&#62;&#60;script&#62;alert(&#34;1 &#38; &#39;one&#39;&#34;)&#60;/script&#62;&#60;!--first-answers--&#62;</q>',
  )
  expect(fillTexts(SHELL, withVerse('', '" onclick="'))).toBe('<q title="&#34; onclick=&#34;"></q>')
})

test('a placeholder or a pattern in a text stays as it is', () => {
  const text = "%/api/daily verse.reference% $& $' %SITE_TITLE%"
  expect(fillTexts('<q>%/api/daily verse.text%</q>', withVerse(text))).toBe(
    '<q>%/api/daily verse.reference% $&#38; $&#39; %SITE_TITLE%</q>',
  )
})

test('a place stays empty if its answer is missing or has no text', () => {
  const empty = '<q title=""></q>'
  expect(fillTexts(SHELL, new Map())).toBe(empty)
  expect(fillTexts(SHELL, withVerse(null, 3))).toBe(empty)
  expect(fillTexts(SHELL, new Map([['/api/daily', 'null']]))).toBe(empty)
  expect(fillTexts(SHELL, new Map([['/api/daily', '{"verse":"text"}']]))).toBe(empty)
})
