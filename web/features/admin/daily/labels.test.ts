import { expect, test } from 'vitest'
import type { Quotation } from '#contract/daily.ts'
import { replacedWords } from '#web/features/admin/daily/daily-content-panel.tsx'
import { draftOf, isChanged, originOf } from '#web/features/admin/daily/generated-draft.ts'
import { dayLabel, dayWords, doubtLabel, sourceLabel } from '#web/features/admin/daily/labels.ts'

const today = '2026-03-07'

test('the source label names the model of the provider if it is known', () => {
  expect(sourceLabel('manual')).toBe('Written by your team')
  expect(sourceLabel('library', 'small')).toBe('From the built-in library')
  expect(sourceLabel('provider', 'small')).toBe('Written by the AI provider (small)')
  expect(sourceLabel('provider', null)).toBe('Written by the AI provider')
})

test('day labels say today and tomorrow', () => {
  expect(dayLabel(today, today, 'en-US')).toBe('Today, Saturday, March 7, 2026')
  expect(dayLabel('2026-03-08', today, 'en-US')).toBe('Tomorrow, Sunday, March 8, 2026')
  expect(dayWords('2026-03-08', today, 'en-US')).toBe('tomorrow')
  expect(dayWords('2026-03-09', today, 'en-US')).toBe('Monday, March 9, 2026')
})

test('quotations that do not match are counted', () => {
  const quotation = (status: Quotation['status']): Quotation => ({
    text: 'Jesus wept.',
    reference: null,
    status,
    expected: null,
  })
  expect(doubtLabel([quotation('matches')])).toBeUndefined()
  expect(doubtLabel([quotation('matches'), quotation('unknown')])).toBe('1 quotation doesn’t match')
  expect(doubtLabel([quotation('differs'), quotation('unknown')])).toBe('2 quotations don’t match')
})

test('the sentence names the content that will be replaced', () => {
  expect(replacedWords([])).toBe('Nothing is published for today yet.')
  expect(replacedWords([{ type: 'reflection' }])).toBe('Today’s reflection will be replaced.')
  expect(replacedWords([{ type: 'message' }, { type: 'reflection' }])).toBe(
    'Today’s message and reflection will be replaced.',
  )
})

test('an edited generated text counts as written by hand', () => {
  const draft = draftOf({
    type: 'message',
    content: '<p>Peace.</p>',
    source: 'library',
    libraryKey: 'peace',
    quotations: [],
    fallbackReason: null,
  })
  expect(isChanged(draft)).toBe(false)
  expect(originOf(draft)).toEqual({ source: 'library', libraryKey: 'peace' })
  expect(originOf({ ...draft, content: '<p>Peace!</p>' })).toEqual({
    source: 'manual',
    libraryKey: null,
  })
})
