import { expect, test } from 'vitest'
import type { AuditLogEntry } from '#contract/users.ts'
import { auditLink } from '#web/features/admin/users/audit-link.ts'

const everything = { rights: ['host'], mayOpen: () => true } as const
const nothing = { rights: [], mayOpen: () => false }

function linkOf(
  given: Partial<AuditLogEntry>,
  reader: Parameters<typeof auditLink>[1] = everything,
): unknown {
  const entry = {
    id: 1,
    anonymousUsername: 'Sparrow',
    action: 'story-approved',
    subjectType: 'story',
    subjectId: '12',
    about: null,
    storyId: null,
    detail: {},
    createdAt: '2026-03-03T12:00:00.000Z',
  }
  return auditLink({ ...entry, ...given }, reader)
}

test('stories and replies link to the story, unless it was deleted', () => {
  const story = { to: '/flow', search: { story: 12 } }
  expect(linkOf({ storyId: 12 })).toEqual(story)
  expect(linkOf({ subjectType: 'reply', subjectId: '40', storyId: 12 }, nothing)).toEqual(story)
  expect(linkOf({})).toBeUndefined()
})

test('other subjects link to their pages, if the reader may open them', () => {
  const user = { subjectType: 'user', subjectId: 'a1' }
  expect(linkOf(user)).toEqual({ to: '/admin/users/$userId', params: { userId: 'a1' } })
  expect(linkOf(user, nothing)).toBeUndefined()
  const payment = { subjectType: 'payment', subjectId: '3' }
  expect(linkOf(payment)).toEqual({ to: '/admin/orders' })
  expect(linkOf(payment, nothing)).toBeUndefined()
  expect(linkOf({ subjectType: 'mailing' })).toEqual({
    to: '/admin/email/$mailingId',
    params: { mailingId: '12' },
  })
  expect(linkOf({ subjectType: 'guidance', subjectId: '56' })).toEqual({
    to: '/admin/guidance/$requestId',
    params: { requestId: '56' },
  })
  const imported = { subjectType: 'trivia-question', subjectId: '' }
  expect(linkOf(imported)).toEqual({ to: '/admin/trivia' })
  expect(linkOf({ ...imported, subjectId: '4' })).toEqual({
    to: '/admin/trivia/$questionId',
    params: { questionId: '4' },
  })
  expect(linkOf({ subjectType: 'live' }, nothing)).toBeUndefined()
  expect(linkOf({ subjectType: 'settings', subjectId: 'website' })).toBeUndefined()
})
