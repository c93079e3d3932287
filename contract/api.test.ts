import { expect, test } from 'vitest'
import { allEndpoints } from './api.ts'
import { isForTeam } from './endpoint.ts'

/*
 * The calls of the specification (both documents, section 7) and those with names that were fixed
 * later. Other programs know them by these names, so none is renamed or dropped.
 */

const FOR_VISITORS = [
  'POST /api/login',
  'POST /api/register',
  'POST /api/logout',
  'POST /api/request-otp',
  'POST /api/verify-otp',
  'POST /api/forgot-password',
  'POST /api/reset-password',
  'GET /api/check-username',
  'GET /api/check-email',
  'GET /api/check-anonymous-username',
  'GET /api/stories',
  'GET /api/stories/:id/replies',
  'GET /api/stories/:id/reactions/total',
  'GET /api/tags',
  'GET /api/daily',
  'GET /api/website-settings',
  'GET /api/products',
  'GET /api/scripture/:reference',
  'GET /api/unsubscribe',
  'POST /api/unsubscribe',
  'POST /api/webhooks/resend',
  'POST /api/webhooks/stripe',
  'GET /api/health',
]

const FOR_MEMBERS = [
  'GET /api/user',
  'PATCH /api/user',
  'DELETE /api/user',
  'GET /api/user/sessions',
  'DELETE /api/user/sessions/:id',
  'GET /api/user/export',
  'POST /api/user/email',
  'POST /api/user/email/confirm',
  'PATCH /api/user/pseudonym',
  'POST /api/step-up',
  'POST /api/stories',
  'PUT /api/stories/:id',
  'POST /api/stories/replies',
  'DELETE /api/stories/replies/:id',
  'POST /api/stories/react',
  'POST /api/stories/:id/report',
  'POST /api/stories/replies/:id/report',
  'POST /api/guidance',
  'GET /api/guidance/my-requests',
  'GET /api/daily-actions',
  'POST /api/daily-actions',
  'GET /api/daily-myactions',
  'POST /api/daily-myactions',
  'PATCH /api/daily-myactions/:id',
  'DELETE /api/daily-myactions/:id',
  'GET /api/trivia/today',
  'POST /api/trivia/answer',
  'POST /api/create-checkout-session',
  'GET /api/check-subscription',
  'GET /api/purchases',
  'GET /api/purchases/:id/download',
  'POST /api/subscriptions/:subscriptionId/cancel',
  'POST /api/subscriptions/:subscriptionId/resume',
  'GET /api/moods',
  'POST /api/moods',
  'DELETE /api/moods/:id',
  'GET /api/live',
  'POST /api/live/join',
  'GET /api/events',
]

const FOR_THE_TEAM = [
  'GET /api/admin/stories/pending',
  'PATCH /api/admin/stories/:id',
  'DELETE /api/admin/stories/:id',
  'POST /api/stories/:id/reject',
  'POST /api/stories/:id/tags',
  'POST /api/tags',
  'POST /api/admin/stories/:id/suspend-author',
  'POST /api/admin/replies/:id/suspend-author',
  'GET /api/admin/guidance',
  'POST /api/admin/guidance/:id/respond',
  'PATCH /api/admin/guidance/:id/toggle-visibility',
  'GET /api/admin/settings',
  'POST /api/admin/settings',
  'POST /api/admin/website-settings',
  'POST /api/admin/upload-logo',
  'POST /api/admin/upload-footer-image',
  'DELETE /api/admin/website-settings/footer-image/:number',
  'GET /api/admin/users',
  'POST /api/admin/users/:id/change-email',
  'POST /api/admin/generate-content',
  'POST /api/admin/daily/auto-generate',
  'POST /api/admin/content/manual',
  'GET /api/admin/bounced-emails',
  'GET /api/admin/email-events',
  'POST /api/admin/send-broadcast',
  'POST /api/admin/send-test-email',
  'GET /api/admin/scheduled-emails',
  'POST /api/admin/scheduled-emails',
  'PATCH /api/admin/scheduled-emails/:id',
  'DELETE /api/admin/scheduled-emails/:id',
  'GET /api/admin/outbox',
  'GET /api/admin/products',
  'POST /api/admin/products',
  'PUT /api/admin/products/:id',
  'PATCH /api/admin/products/:id/toggle-publish',
  'POST /api/admin/trivia/regenerate',
  'POST /api/live/start',
  'POST /api/live/stop',
  'POST /api/live/recording/start',
  'POST /api/live/recording/stop',
  'GET /api/admin/live/recordings',
  'GET /api/admin/live/recordings/:id',
  'DELETE /api/admin/live/recordings/:id',
  'GET /api/admin/invitations',
  'POST /api/admin/invitations',
  'DELETE /api/admin/invitations/:id',
  'GET /api/admin/applications',
  'GET /api/admin/today',
  'GET /api/admin/doctor',
  'POST /api/admin/backups/trial',
  'GET /api/admin/connections',
  'PUT /api/admin/connections/:area',
  'DELETE /api/admin/connections/:area',
  'POST /api/admin/connections/:area/test',
  'POST /api/admin/backup-key',
]

const endpoints = Object.values(allEndpoints).flatMap((ofFeature) => Object.values(ofFeature))
const byCall = new Map(endpoints.map((each) => [`${each.method} ${each.path}`, each]))

test.each(FOR_VISITORS)('%s is for everyone', (call) => {
  expect(byCall.get(call)?.who).toBe('any')
})

test.each(FOR_MEMBERS)('%s is for members', (call) => {
  expect(byCall.get(call)?.who).toBe('member')
})

test.each(FOR_THE_TEAM)('%s is for the team', (call) => {
  const endpoint = byCall.get(call)
  expect(endpoint && isForTeam(endpoint)).toBe(true)
})
