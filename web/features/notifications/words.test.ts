import { expect, test } from 'vitest'
import { NOTIFICATION_KINDS } from '#contract/notification-kinds.ts'
import { bellName } from './bell-name.ts'
import { notificationWords } from './words.ts'

test.each([
  ['story-approved', 'Your story was approved'],
  ['story-returned', 'Your story needs a change'],
  ['story-reply', 'New reply to your story'],
  ['reply-reply', 'Someone answered your reply'],
  ['guidance-answered', 'Your guidance request was answered'],
  ['live-on-air', 'Live coaching went on air'],
  ['warning', 'A message from our team about something you wrote'],
  ['report-closed', 'We reviewed your report'],
] as const)('the text of one %s is: %s', (kind, words) => {
  expect(notificationWords({ kind, happenings: 1 })).toBe(words)
})

test('replies are counted, everything else is mentioned once', () => {
  const several = NOTIFICATION_KINDS.map((kind) => notificationWords({ kind, happenings: 3 }))
  expect(several).toEqual([
    'Your story was approved',
    'Your story needs a change',
    '3 new replies to your story',
    '3 answers to your reply',
    'Your guidance request was answered',
    'Live coaching went on air',
    'A message from our team about something you wrote',
    'We reviewed your report',
    'We took a second look for you',
    'Your prayer request was approved',
    'Your prayer request needs a change',
    'Someone prayed for you',
    'Renew your prayer request, or let it end',
    'The transcript of your story needs your attention',
    'Stories are waiting for review',
    'Reports are waiting for review',
    'Second looks are waiting for an answer',
    'Guidance requests are waiting for an answer',
    'A guidance request has waited half the promised time',
    'A guidance request has waited longer than promised',
    'A payment needs attention',
    'A site check failed',
    'First replies are waiting for review',
    'Applications are waiting for an answer',
    'Prayer requests are waiting for review',
    'Transcripts are waiting',
    'A story is waiting for a first reply',
    'Someone on the team changed a site connection',
  ])
})

test('the name of the bell includes the number of unread notifications', () => {
  expect(bellName(0)).toBe('Notifications')
  expect(bellName(3)).toBe('Notifications, 3 unread')
})
