import { expect, test } from 'vitest'
import { RIGHTS, type Right } from '#contract/rights.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import { auditLink } from '#web/features/admin/users/audit-log.tsx'

function linkOf(given: Partial<AuditLogEntry>, rights: readonly Right[] = RIGHTS): unknown {
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
  return auditLink({ ...entry, ...given }, rights)
}

test('stories and replies link to the story, unless it was deleted', () => {
  const story = { to: '/flow', search: { story: 12 } }
  expect(linkOf({ storyId: 12 })).toEqual(story)
  expect(linkOf({ subjectType: 'reply', subjectId: '40', storyId: 12 }, ['keeper'])).toEqual(story)
  expect(linkOf({})).toBeUndefined()
})

test('other subjects link to their pages, if the reader may open them', () => {
  const user = { subjectType: 'user', subjectId: 'a1' }
  expect(linkOf(user)).toEqual({ to: '/admin', search: { tab: 'users', user: 'a1' } })
  expect(linkOf(user, ['keeper'])).toBeUndefined()
  const payment = { subjectType: 'payment', subjectId: '3' }
  expect(linkOf(payment)).toEqual({ to: '/admin', search: { tab: 'products', part: 'orders' } })
  expect(linkOf(payment, ['keeper'])).toBeUndefined()
  expect(linkOf({ subjectType: 'mailing' })).toEqual({ to: '/admin/scheduled-emails' })
  expect(linkOf({ subjectType: 'live' }, ['keeper'])).toBeUndefined()
  expect(linkOf({ subjectType: 'settings', subjectId: 'website' })).toBeUndefined()
})
