import { expect, test } from 'vitest'
import {
  EMPTY_MANUAL,
  isEmptyManual,
  type ManualDraft,
  manualValues,
  submissionOf,
} from '#web/features/admin/daily/manual-values.ts'

const today = '2026-03-07'
const Values = manualValues(today)

function errorsOf(draft: ManualDraft): Record<string, string> {
  const { error } = Values.safeParse(draft)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

test('a text needs content alone, an image its description alone', () => {
  expect(errorsOf(EMPTY_MANUAL)).toEqual({ content: 'Content is required' })
  expect(errorsOf({ ...EMPTY_MANUAL, format: 'image' })).toEqual({
    altText: 'Describe the image for people who can’t see it.',
  })
  expect(errorsOf({ ...EMPTY_MANUAL, content: '<p>Peace.</p>' })).toEqual({})
})

test('a day too far ahead is told so', () => {
  const draft = { ...EMPTY_MANUAL, content: '<p>Peace.</p>', date: '2028-01-01' }
  expect(errorsOf(draft)).toEqual({ date: 'Choose a day within the next 366 days.' })
})

test('a text is sent for its day, without what was filled in for an image', () => {
  const draft = { ...EMPTY_MANUAL, content: '<p>Peace.</p>', altText: 'left over' }
  expect(submissionOf(Values.parse(draft), new Blob(['x']))).toMatchObject({
    format: 'text',
    content: '<p>Peace.</p>',
    image: undefined,
    date: today,
    source: 'manual',
  })
})

test('an image is sent without the text beside it', () => {
  const image = new Blob(['x'])
  const draft: ManualDraft = {
    ...EMPTY_MANUAL,
    format: 'image',
    content: '<p>left over</p>',
    altText: 'A path',
  }
  expect(submissionOf(Values.parse(draft), image)).toMatchObject({
    format: 'image',
    content: '',
    image,
    altText: 'A path',
  })
})

test('a draft of blanks is nothing worth keeping; one of an image points to it', () => {
  expect(isEmptyManual({ ...EMPTY_MANUAL, type: 'reflection', content: ' ' })).toBe(true)
  expect(isEmptyManual({ ...EMPTY_MANUAL, format: 'image' })).toBe(false)
})
