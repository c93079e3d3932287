import { expect, test } from 'vitest'
import type { AuditLogEntry } from '#contract/users.ts'
import { actionWords, detailWords, subjectWords } from '#web/features/admin/users/audit-words.ts'

function entry(given: Partial<AuditLogEntry>): AuditLogEntry {
  return {
    id: 1,
    anonymousUsername: 'Sparrow',
    action: 'story-approved',
    subjectType: 'story',
    subjectId: '12',
    about: null,
    storyId: null,
    detail: {},
    createdAt: '2026-03-03T12:00:00.000Z',
    ...given,
  }
}

test('every action has a label, even an unknown one', () => {
  expect(actionWords('user-suspended')).toBe('Suspended a user')
  expect(actionWords('product-removed')).toBe('Product removed')
})

const DATES = { locale: 'en-US', timeZone: 'America/Chicago' }

test('the subject is named unless the action already says it', () => {
  expect(subjectWords(entry({}), DATES)).toBe('No. 12')
  const subjectId = '5cbd8e12-4f0c-4a27-9f0e-2f6c1f0a7b11'
  expect(subjectWords(entry({ subjectType: 'user', subjectId }), DATES)).toBe('ID 5cbd8e12')
  expect(
    subjectWords(entry({ subjectType: 'daily', subjectId: '2026-03-07 message' }), DATES),
  ).toBe('Message for Saturday, March 7, 2026')
  expect(subjectWords(entry({ subjectType: 'tag', subjectId: 'Hope' }), DATES)).toBe('“Hope”')
  const about = 'faith 2026-03-03T02:00:00+00:00'
  expect(subjectWords(entry({ subjectType: 'guidance', about }), DATES)).toBe(
    'Faith, submitted Monday, March 2, 2026',
  )
  expect(subjectWords(entry({ subjectType: 'user', subjectId: '' }), DATES)).toBeUndefined()
  expect(
    subjectWords(entry({ subjectType: 'settings', subjectId: 'website' }), DATES),
  ).toBeUndefined()
})

test('changed settings are listed by readable names', () => {
  const detail = { changed: ['siteTitle', 'logoUrl', 'footerImage2', 'helplines'] }
  expect(detailWords(entry({ action: 'settings-changed', detail }))).toEqual([
    'Changed: site title, logo, footer image 2, helplines',
  ])
})

test('viewing the first page adds no details, a later page or a search does', () => {
  const action = 'users-listed'
  expect(detailWords(entry({ action, detail: { page: 1, searched: 'no' } }))).toEqual([])
  expect(detailWords(entry({ action, detail: { page: 3, searched: 'yes' } }))).toEqual([
    'Page: 3',
    'Searched: yes',
  ])
})
