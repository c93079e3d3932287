import { expect, test } from 'vitest'
import type { TeamMessage } from '#contract/team-messages.ts'
import { messageWords } from '#web/features/team-messages/team-messages.tsx'

const message: TeamMessage = {
  id: 1,
  kind: 'warning',
  about: 'story',
  storyId: 7,
  title: 'A long winter',
  words: 'Please leave the names out.',
  removed: null,
  isSeen: false,
  createdAt: '2027-01-05T10:00:00.000Z',
}

test('a warning names the member’s own story, but not a story that the member replied to', () => {
  expect(messageWords(message)).toBe('About your story “A long winter”')
  expect(messageWords({ ...message, about: 'reply' })).toBe('About your reply')
  expect(messageWords({ ...message, title: null })).toBe('About your story')
})

test('an outcome says what was decided', () => {
  expect(messageWords({ ...message, kind: 'report-kept' })).toBe(
    'We reviewed the story you reported and kept it.',
  )
  expect(messageWords({ ...message, kind: 'report-removed', about: 'reply' })).toBe(
    'We removed the reply you reported. Thank you for telling us.',
  )
  expect(messageWords({ ...message, kind: 'removal' })).toBe(
    'We removed your story “A long winter”.',
  )
  expect(messageWords({ ...message, kind: 'removal', about: 'reply' })).toBe(
    'We removed your reply.',
  )
  expect(messageWords({ ...message, kind: 'second-look-kept' })).toBe(
    'We took a second look at our decision about your story “A long winter”. It stays.',
  )
  expect(messageWords({ ...message, kind: 'second-look-changed', about: 'prayer request' })).toBe(
    'We took a second look at our decision about your prayer request and changed it.',
  )
  expect(messageWords({ ...message, kind: 'second-look-changed', about: 'account' })).toBe(
    'We took a second look at our decision about your account and changed it.',
  )
})
