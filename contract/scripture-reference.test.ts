import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReferences, type Passage } from './scripture-reference.ts'

/** `john 3:16-3:18`, which is easy to compare. */
function written({ book, from, to }: Passage): string {
  return `${book} ${from.chapter}:${from.verse}-${to.chapter}:${to.verse}`
}

test.each([
  ['John 3:16', 'john 3:16-3:16'],
  ['john 3:16', 'john 3:16-3:16'],
  ['JOHN 3:16', 'john 3:16-3:16'],
  ['Jn 3.16', 'john 3:16-3:16'],
  ['John 3:16a', 'john 3:16-3:16'],
  ['1 Cor. 13:4–7', '1corinthians 13:4-13:7'],
  ['1Cor 13:4-7', '1corinthians 13:4-13:7'],
  ['I Corinthians 13:4 - 7', '1corinthians 13:4-13:7'],
  ['First Corinthians 13', '1corinthians 13:1-13:Infinity'],
  ['1st Corinthians 13', '1corinthians 13:1-13:Infinity'],
  ['II Timothy 1:7', '2timothy 1:7-1:7'],
  ['III John 4', '3john 1:4-1:4'],
  ['Third John 1:4', '3john 1:4-1:4'],
  ['Ps 23', 'psalms 23:1-23:Infinity'],
  ['Ps. 23:1', 'psalms 23:1-23:1'],
  ['Psalm 23:1-3', 'psalms 23:1-23:3'],
  ['Song of Songs 2:4', 'songofsolomon 2:4-2:4'],
  ['Song of Solomon 2:4', 'songofsolomon 2:4-2:4'],
  ['Philippians 4:6-7', 'philippians 4:6-4:7'],
  ['Phil 4:6‑7', 'philippians 4:6-4:7'],
  ['Philemon 6', 'philemon 1:6-1:6'],
  ['Romans 8:38–39', 'romans 8:38-8:39'],
  ['Romans 8:38—39', 'romans 8:38-8:39'],
  ['Genesis 1:31-2:1', 'genesis 1:31-2:1'],
  ['Genesis 1-2', 'genesis 1:1-2:Infinity'],
  ['Genesis 1-2:3', 'genesis 1:1-2:3'],
  ['Jude 24-25', 'jude 1:24-1:25'],
  ['Judges 6:12', 'judges 6:12-6:12'],
  ['Acts of the Apostles 2:4', 'acts 2:4-2:4'],
  ['Revelations 21:4', 'revelation 21:4-21:4'],
  ['Psalm 151', 'psalms 151:1-151:Infinity'],
])('%s is read as %s', (text, expected) => {
  const [found, ...others] = findReferences(`See (${text}), and then rest.`)
  expect(others).toEqual([])
  expect(found).toMatchObject({ text, start: 5, end: 5 + text.length })
  expect(found?.passages.map(written)).toEqual([expected])
})

test.each([
  ['Psalm 23:1, 4', ['psalms 23:1-23:1', 'psalms 23:4-23:4']],
  ['Psalm 23:1,4-6', ['psalms 23:1-23:1', 'psalms 23:4-23:6']],
  ['Psalms 23, 24', ['psalms 23:1-23:Infinity', 'psalms 24:1-24:Infinity']],
  ['John 3:16; 4:2', ['john 3:16-3:16', 'john 4:2-4:2']],
])('the list %s is one reference', (text, expected) => {
  const [found, ...others] = findReferences(`— ${text} (WEB)`)
  expect(others).toEqual([])
  expect(found?.text).toBe(text)
  expect(found?.passages.map(written)).toEqual(expected)
})

test.each([
  ['John 3:16, 1 John 4:8', ['John 3:16', '1 John 4:8']],
  ['John 3:16; Romans 5:8', ['John 3:16', 'Romans 5:8']],
  ['Romans 8:28, 5 of us', ['Romans 8:28']],
  ['In John 3:16, 2000 years ago', ['John 3:16']],
  ['1 John 4:18', ['1 John 4:18']],
])('%s contains %j', (text, expected) => {
  expect(findReferences(text).map((found) => found.text)).toEqual(expected)
})

test.each([
  'The meeting is 5:30 sharp.',
  'Is 5 enough?',
  'My job 3 years ago',
  'I am 40 today, so 5 of us',
  'Johnny 3:16',
  'St. John wrote.',
  'Song 5 on the list',
  'acts 2 and 3 of the play',
  '3:16',
  'John 3:1600',
  '',
])('%j contains no reference', (text) => {
  expect(findReferences(text)).toEqual([])
})

test('a reference is found anywhere in a text', () => {
  const words = fc.stringMatching(/^[a-z .,“”!?\n]*$/)
  const reference = fc.constantFrom('John 3:16', 'Second Kings 2:11', 'Ps. 46:10', 'Eph 2:8–9')
  fc.assert(
    fc.property(words, reference, words, (before, text, after) => {
      // 'i John 3:16' is another book, 'call John 3:16' and 'John 3:16 pm' are a person and a time,
      // and 'John 3:16 f' is two verses.
      fc.pre(!/(?:^|[^a-z])(?:i{1,3}|met|meet|call|called|text|phone)\s*$/.test(before))
      fc.pre(!/^(?:ff?|[ap]\.?\s?m|[ecmp][sd]?t|sharp|hours?|hrs?|tomorrow)(?![a-z])/.test(after))
      const found = findReferences(`${before} ${text} ${after}`)
      expect(found.map((one) => one.text)).toContain(text)
      for (const { start, end, text: own } of found) {
        expect(`${before} ${text} ${after}`.slice(start, end)).toBe(own)
      }
    }),
  )
})

test('in any text, found references match the text, are in order and do not overlap', () => {
  const piece = fc.constantFrom(
    'John',
    '1 John',
    'I',
    'First',
    'Psalm',
    'Mark',
    'Song of Solomon',
    'of',
    'Is',
    'ps',
    'Jude',
    '3:16',
    '3',
    '16-18',
    '3.16',
    '150',
    '1',
    '4:1–5',
    'v',
    'verse',
    'ff',
    'a',
    'am',
    'years',
    ' ',
    ' ',
    ', ',
    ';',
    '; ',
    '-',
    '–',
    ' - ',
    ' to ',
    ' and ',
    '(',
    ')',
    '.',
    '\n',
    '“',
    '%',
    '🙏',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      let last = 0
      for (const { start, end, text: own, passages } of findReferences(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(text.slice(start, end)).toBe(own)
        expect(own).toMatch(/^[\p{L}\d].*[\p{L}\d.]$/u)
        expect(passages).not.toEqual([])
        last = end
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each(['John ', '1 ', 'I ', 'First ', 'of ', 'John 3 ', '“John 3” ', ' a'])(
  'searching the longest story comes to an end, even if it is full of %j',
  (piece) => {
    expect(findReferences(piece.repeat(20_000 / piece.length))).toBeInstanceOf(Array)
  },
)

test.each([', 1', ',1', '; 4:1', ';4:1', '; 4:1-2', ' & 1', '; and 4:1', ' and 4:1 to 5', '-1'])(
  'searching a list of 3,000 times %j comes to an end, whatever follows it',
  (piece) => {
    for (const end of ['', '%', '9999', 'x', ' x', '/5', '-5', ':5']) {
      expect(findReferences(`John 3:16${piece.repeat(3_000)}${end}`)).toBeInstanceOf(Array)
    }
  },
)
