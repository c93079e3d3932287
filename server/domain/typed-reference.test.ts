import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceOf } from '#contract/scripture-reference.ts'
import { parseTypedReference } from './typed-reference.ts'

function read(typed: string): string {
  return parseTypedReference(typed).map(referenceOf).join(' + ')
}

const FORMS: [typed: string, passages: string][] = [
  ['John 3:16', 'John 3:16'],
  ['  john 3:16 ', 'John 3:16'],
  ['JOHN 3:16', 'John 3:16'],
  ['jn3:16', 'John 3:16'],
  ['John  3:16', 'John 3:16'],
  ['John\t3:16', 'John 3:16'],
  ['John 3 : 16', 'John 3:16'],
  ['John 3 :16', 'John 3:16'],
  ['John 3: 16', 'John 3:16'],
  ['John 3：16', 'John 3:16'],
  ['Ｊohn ３:１６', 'John 3:16'],
  ['John 3.16', 'John 3:16'],
  ['John 3v16', 'John 3:16'],
  ['John 3 v. 16', 'John 3:16'],
  ['John 3 16', 'John 3:16'],
  ['1 John 4 8', '1 John 4:8'],
  ['John 3 16-18', 'John 3:16–18'],
  ['John 3 vv. 16-18', 'John 3:16–18'],
  ['John chapter 3 verse 16', 'John 3:16'],
  ['John, chapter 3, verses 16 to 18', 'John 3:16–18'],
  ['John chapter 3 verses 16 and 18', 'John 3:16 + John 3:18'],
  ['John ch. 3 v. 16', 'John 3:16'],
  ['John chapter 3', 'John 3'],
  ['chapter 3 of John', 'John 3'],
  ['chapter 3 verse 16 of John', 'John 3:16'],
  ['verse 16 of John 3', 'John 3:16'],
  ['vv. 3-4 of Jude', 'Jude 1:3–4'],
  // Ranges
  ['John 3:16-18', 'John 3:16–18'],
  ['John 3:16–18', 'John 3:16–18'],
  ['John 3:16—18', 'John 3:16–18'],
  ['John 3:16‐18', 'John 3:16–18'],
  ['John 3:16 – 18', 'John 3:16–18'],
  ['John 3:16 to 18', 'John 3:16–18'],
  ['John 3:16b-18a', 'John 3:16–18'],
  ['John 3:16-4:2', 'John 3:16–4:2'],
  ['John 3:16f', 'John 3:16–17'],
  ['John 3:16 f.', 'John 3:16–17'],
  ['John 3:16ff', 'John 3:16–36'],
  ['John 3:16 ff.', 'John 3:16–36'],
  ['John 3:16 and following', 'John 3:16–36'],
  ['John 3.16-end', 'John 3:16–36'],
  ['John 3:16 to the end', 'John 3:16–36'],
  // Lists
  ['John 3:16, 18', 'John 3:16 + John 3:18'],
  ['John 3:16,18', 'John 3:16 + John 3:18'],
  ['John 3:16, 18-20', 'John 3:16 + John 3:18–20'],
  ['John 3:16 and 18', 'John 3:16 + John 3:18'],
  ['John 3:16&18', 'John 3:16 + John 3:18'],
  ['John 3:16, 18; 4:1', 'John 3:16 + John 3:18 + John 4:1'],
  ['Psalms 23, 24', 'Psalm 23 + Psalm 24'],
  // Books with one chapter
  ['Jude', 'Jude'],
  ['Philemon', 'Philemon'],
  ['Phlm', 'Philemon'],
  ['Obad.', 'Obadiah'],
  ['2 John', '2 John'],
  ['Third John', '3 John'],
  ['III Jn.', '3 John'],
  ['Jude 1', 'Jude'],
  ['Jude chapter 1', 'Jude'],
  ['Jude 5', 'Jude 1:5'],
  ['Jude v. 5', 'Jude 1:5'],
  ['Jude, verses 3 and 4', 'Jude 1:3 + Jude 1:4'],
  ['Jude 20ff', 'Jude 1:20–25'],
  // Translations
  ['John 3:16 (NIV)', 'John 3:16'],
  ['John 3:16 [KJV]', 'John 3:16'],
  ['John 3:16 NASB95', 'John 3:16'],
  ['John 3:16, ESV', 'John 3:16'],
  ['John 3:16 – NLT', 'John 3:16'],
  ['Psalm 23 (King James Version)', 'Psalm 23'],
  // Numbers of books
  ['I Corinthians 13:4', '1 Corinthians 13:4'],
  ['II Corinthians 5:17', '2 Corinthians 5:17'],
  ['i corinthians 13:4', '1 Corinthians 13:4'],
  ['ii tim 1:7', '2 Timothy 1:7'],
  ['iii john 4', '3 John 1:4'],
  ['I. Corinthians 13:4', '1 Corinthians 13:4'],
  ['1. Corinthians 13:4', '1 Corinthians 13:4'],
  ['1-Corinthians 13:4', '1 Corinthians 13:4'],
  ['1Cor 13:4', '1 Corinthians 13:4'],
  ['1st Cor. 13:4', '1 Corinthians 13:4'],
  ['first corinthians 13:4', '1 Corinthians 13:4'],
  ['Second Letter to the Corinthians 5:17', '2 Corinthians 5:17'],
  // Words around it
  ['cf. John 3:16', 'John 3:16'],
  ['See also John 3:16', 'John 3:16'],
  ['(John 3:16)', 'John 3:16'],
  ['“John 3:16.”', 'John 3:16'],
  ['— John 3:16', 'John 3:16'],
  ['the Gospel of John 3:16', 'John 3:16'],
  ['The Gospel according to St. John, chapter 3', 'John 3'],
  ['Book of Psalms 23', 'Psalm 23'],
  ['the Epistle to the Romans 8:28', 'Romans 8:28'],
  ['The 23rd Psalm', 'Psalm 23'],
  // Chapters of older books
  ['Psalm XXIII', 'Psalm 23'],
  ['Ps. cxix. 105', 'Psalm 119:105'],
  ['Romans viii. 28', 'Romans 8:28'],
  ['Romans v. 8', 'Romans 5:8'],
  ['1 John iv:8', '1 John 4:8'],
  ['Matthew V', 'Matthew 5'],
  // Abbreviations of the SBL Handbook of Style
  ['Gen 1:1', 'Genesis 1:1'],
  ['Exod 20:1–17', 'Exodus 20:1–17'],
  ['Deut 6:4', 'Deuteronomy 6:4'],
  ['Judg 6:12', 'Judges 6:12'],
  ['1 Sam 16:7', '1 Samuel 16:7'],
  ['2 Kgs 5:14', '2 Kings 5:14'],
  ['2 Chr 7:14', '2 Chronicles 7:14'],
  ['Pss 23–24', 'Psalm 23–24'],
  ['Qoh 3:1', 'Ecclesiastes 3:1'],
  ['Cant 2:4', 'Song of Solomon 2:4'],
  ['Ezek 36:26', 'Ezekiel 36:26'],
  ['Zeph 3:17', 'Zephaniah 3:17'],
  ['Matt 5:3–12', 'Matthew 5:3–12'],
  ['1 Thess 5:16–18', '1 Thessalonians 5:16–18'],
  ['Phlm 6', 'Philemon 1:6'],
  ['Jas 1:5', 'James 1:5'],
  ['1 Pet 5:7', '1 Peter 5:7'],
  // All of a book, or what it doesn't have
  ['John', 'John 1–21'],
  ['1 Cor', '1 Corinthians 1–16'],
]

test.each(FORMS)('%j is read as %s', (typed, passages) => {
  expect(read(typed)).toBe(passages)
})

test.each([
  '',
  '…',
  'hello',
  'in John 3:16',
  'John 3:16 and Romans 5:8',
  'John 3:16 today',
  'John vv. 3-4',
  'John iiii. 3',
  'Tobit 1:1',
  'chapter 3',
  '3:16',
  'NIV',
  '(NIV)',
  'the',
  'of',
])('%j names no passage', (typed) => {
  expect(read(typed)).toBe('')
})

test('any text is read without an error', () => {
  const piece = fc.constantFrom(
    ...['John', '1', 'I', 'III', 'xx', 'iv', 'Jude', 'chapter', 'verse', 'of', 'the', 'book of'],
    ...['3:16', '16', 'ff', 'end', 'NIV', '(', ')', '[', '.', ':', ',', ';', '-', '–', '&', ' '],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(parseTypedReference(pieces.join(' ').slice(0, 60))).toBeInstanceOf(Array)
    }),
  )
})
