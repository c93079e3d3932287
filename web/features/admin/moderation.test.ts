import { expect, test } from 'vitest'
import {
  approvalOf,
  canBeApproved,
  findTag,
  isLongText,
  reportCountLabel,
  tagChoices,
  toggledTag,
  withTag,
} from '#web/features/admin/moderation.ts'

const READ_AT = '2026-03-03T06:15:00.000Z'

test('an approval without tags sends only the version that was read', () => {
  const story = { tags: [], submittedAt: READ_AT }
  expect(approvalOf({ story, tags: [] })).toEqual({ approved: true, submittedAt: READ_AT })
})

test('an approval sends the selected tags, even if all were removed', () => {
  expect(approvalOf({ story: { tags: [] }, tags: ['hope'] })).toEqual({
    approved: true,
    tags: ['hope'],
  })
  expect(approvalOf({ story: { tags: ['hope'] }, tags: [] })).toEqual({ approved: true, tags: [] })
})

test.each([
  [null, true],
  ['ready', true],
  ['processing', false],
  ['failed', false],
] as const)('a story whose recording is %s can be approved: %s', (audioState, expected) => {
  expect(canBeApproved({ audioState })).toBe(expected)
})

test('a text is long if it has many characters or many lines', () => {
  expect(isLongText('a'.repeat(700))).toBe(false)
  expect(isLongText('a'.repeat(701))).toBe(true)
  expect(isLongText(Array(10).fill('line').join('\n'))).toBe(false)
  expect(isLongText(Array(11).fill('line').join('\n'))).toBe(true)
})

test('selected tags that are not stored can still be deselected', () => {
  expect(tagChoices(['faith', 'hope'], ['hope', 'old'])).toEqual(['faith', 'hope', 'old'])
})

test('a typed name finds its tag regardless of case and whitespace', () => {
  expect(findTag(['New Hope'], '  new   hope ')).toBe('New Hope')
  expect(findTag(['New Hope'], 'hope')).toBeUndefined()
})

test('a tag is added once, and toggling it again removes it', () => {
  expect(withTag(['hope'], 'hope')).toEqual(['hope'])
  expect(withTag(['hope'], 'faith')).toEqual(['hope', 'faith'])
  expect(toggledTag(['hope'], 'hope')).toEqual([])
  expect(toggledTag(['hope'], 'faith')).toEqual(['hope', 'faith'])
})

test('the report count uses singular and plural', () => {
  expect(reportCountLabel(1)).toBe('1 report')
  expect(reportCountLabel(2)).toBe('2 reports')
})
