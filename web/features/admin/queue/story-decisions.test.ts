import { expect, test } from 'vitest'
import { approvalOf, canBeApproved } from '#web/features/admin/queue/story-decisions.ts'

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
