import { expect, test } from 'vitest'
import {
  EMPTY_MANUAL,
  isEmptyManual,
  type ManualDraft,
  manualForNextGap,
  manualValues,
  submissionOf,
} from '#web/features/admin/daily/manual-values.ts'

const today = '2026-03-07'
const Values = manualValues(today)

function errorsOf(draft: ManualDraft): Record<string, string> {
  const { error } = Values.safeParse(draft)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

test('a text needs only content, an image only its description', () => {
  expect(errorsOf(EMPTY_MANUAL)).toEqual({ content: 'Content is required' })
  expect(errorsOf({ ...EMPTY_MANUAL, format: 'image' })).toEqual({
    altText: 'Describe the image for people who can’t see it.',
  })
  expect(errorsOf({ ...EMPTY_MANUAL, content: '<p>Peace.</p>' })).toEqual({})
})

test('a day too far ahead is refused', () => {
  const draft = { ...EMPTY_MANUAL, content: '<p>Peace.</p>', date: '2028-01-01' }
  expect(errorsOf(draft)).toEqual({ date: 'Choose a day within the next 366 days.' })
})

test('a text is sent for its day, without the fields of an image', () => {
  const draft = { ...EMPTY_MANUAL, content: '<p>Peace.</p>', altText: 'left over' }
  expect(submissionOf(Values.parse(draft), new Blob(['x']))).toMatchObject({
    format: 'text',
    content: '<p>Peace.</p>',
    image: undefined,
    date: today,
    source: 'manual',
  })
})

test('an image is sent without the text content of the form', () => {
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

test('a blank text draft is empty; an image draft is never empty', () => {
  expect(isEmptyManual({ ...EMPTY_MANUAL, type: 'reflection', content: ' ' })).toBe(true)
  expect(isEmptyManual({ ...EMPTY_MANUAL, format: 'image' })).toBe(false)
})

test('an empty form is for the next day that lacks a message or a reflection', () => {
  const message = { type: 'message', date: today } as const
  const reflection = { type: 'reflection', date: today } as const
  expect(manualForNextGap([], today)).toEqual(EMPTY_MANUAL)
  expect(manualForNextGap([message], today)).toEqual({ ...EMPTY_MANUAL, type: 'reflection' })
  expect(manualForNextGap([message, reflection], today)).toEqual({
    ...EMPTY_MANUAL,
    date: '2026-03-08',
  })
  const later = { ...message, date: '2026-03-08' }
  expect(manualForNextGap([message, reflection, later], today)).toEqual({
    ...EMPTY_MANUAL,
    type: 'reflection',
    date: '2026-03-08',
  })
})
