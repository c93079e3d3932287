import { expect, test } from 'vitest'
import { findPassages } from '#contract/scripture-reference.ts'
import { chaptersOf, leftOut, withContext } from './chapters.ts'

function titles(text: string): string[] {
  const [found] = findPassages(text)
  return chaptersOf(found?.passages ?? []).map(({ title }) => title)
}

test.each([
  ['John 3:16', ['John 3:16']],
  ['John 3:16, 18-20; 4:1', ['John 3:16, 18–20', 'John 4:1']],
  ['Ps 23', ['Psalm 23']],
  ['Psalm 23:1-6', ['Psalm 23']],
  ['Psalms 23, 24', ['Psalm 23', 'Psalm 24']],
  ['Genesis 1:31-2:3', ['Genesis 1:31', 'Genesis 2:1–3']],
  ['Genesis 1-3', ['Genesis 1', 'Genesis 2', 'Genesis 3']],
  ['Jude 5', ['Jude 1:5']],
  ['3 John 4', ['3 John 1:4']],
  ['Jude 1', ['Jude']],
  ['Romans 16:20-27', ['Romans 16:20–24', 'Romans 14:24–26']],
])('%s leads to %j', (text, expected) => {
  expect(titles(`See (${text})`)).toEqual(expected)
})

test('all verses of a book with one chapter come in one request', () => {
  const chapters = findPassages('Jude 5').flatMap(({ passages }) => chaptersOf(passages))
  expect(chapters).toMatchObject([{ chapter: 'Jude', ranges: [{ from: 5, to: 5 }] }])
})

test('verses are shown with two before and two after', () => {
  expect(withContext([{ from: 16, to: 16 }])).toEqual({ from: 14, to: 18 })
  expect(
    withContext([
      { from: 18, to: 18 },
      { from: 4, to: 6 },
    ]),
  ).toEqual({ from: 2, to: 20 })
})

test('verses that the translation leaves out are listed', () => {
  expect(leftOut([35, 36, 38], [{ from: 36, to: 38 }])).toEqual([37])
  expect(leftOut([35, 36, 38], [{ from: 36, to: 36 }])).toEqual([])
})
