import { expect, test } from 'vitest'
import { findTag, tagChoices, toggledTag, withTag } from '#web/features/admin/tag-picker.tsx'

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
