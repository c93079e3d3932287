import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { ClockTime, IdParams, Instant, PageQuery } from './fields.ts'
import { TEAM_NOTICE_KINDS } from './team-notices.ts'

const MEMBER_KINDS = [
  'story-approved',
  'story-returned',
  'story-reply',
  'reply-reply',
  'guidance-answered',
  'live-on-air',
  'warning',
  'report-closed',
  'prayer-approved',
  'prayer-returned',
  'prayer-received',
  'prayer-ending',
] as const
export const NOTIFICATION_KINDS = [...MEMBER_KINDS, ...TEAM_NOTICE_KINDS] as const
export const NotificationKind = z.enum(NOTIFICATION_KINDS, 'Unknown kind of notification')
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  /** The story, guidance request or message that it leads to; null for the live room. */
  subjectId: z.int().nullable(),
  /** The story's title; null where there is none to show. */
  subject: z.string().nullable(),
  /** How many happenings it stands for. */
  happenings: z.int(),
  isRead: z.boolean(),
  updatedAt: Instant,
})
export type Notification = z.infer<typeof Notification>

/** How a member hears of one kind. */
export const NotificationChoice = z.object({
  kind: NotificationKind,
  inApp: z.boolean(),
  byMail: z.boolean(),
  byPush: z.boolean(),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

/** From and to in the member's time zone; over midnight where `from` is later. */
export const QuietHours = z.object({ from: ClockTime, to: ClockTime })
export type QuietHours = z.infer<typeof QuietHours>

export const NotificationSettings = z.object({
  choices: z.array(NotificationChoice),
  quietHours: QuietHours.nullable(),
  /** Devices of the member that take pushes. */
  pushDevices: z.int(),
  /** The site's public VAPID key, base64url. */
  pushPublicKey: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** What `PushSubscription.toJSON()` gives. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'This is no push address.' }).max(1_000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}=*$/, 'This is no push key.'),
    auth: z.string().regex(/^[\w-]{20,30}=*$/, 'This is no push key.'),
  }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

/** What a device's service worker is told: nothing of what happened, for it stands on locked screens. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of this site that shows what is new. */
  url: z.string(),
})
export type PushMessage = z.infer<typeof PushMessage>

export const notificationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/notifications',
    who: 'member',
    summary: "The caller's notifications, newest first.",
    query: PageQuery.extend({
      /** Only those that have not been read. */
      unread: z.literal('true').optional(),
    }),
    response: z.array(Notification),
    paged: true,
    topics: ['notifications'],
  }),
  count: defineEndpoint({
    method: 'GET',
    path: '/api/notifications/count',
    who: 'member',
    summary: 'How many are unread, and whether a warning from the team was not seen yet.',
    response: z.object({ unread: z.int(), hasWarning: z.boolean() }),
    topics: ['notifications'],
  }),
  markRead: defineEndpoint({
    method: 'POST',
    path: '/api/notifications/:id/read',
    who: 'member',
    summary: 'Marks one as read.',
    params: IdParams,
    response: null,
  }),
  markAllRead: defineEndpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    who: 'member',
    summary: 'Marks all as read.',
    response: null,
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    who: 'member',
    summary: 'How the caller hears of things.',
    response: NotificationSettings,
  }),
  saveSettings: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    who: 'member',
    summary: 'Changes how the caller hears of things.',
    body: z.object({
      choices: z.array(NotificationChoice).max(NOTIFICATION_KINDS.length).optional(),
      quietHours: QuietHours.nullable().optional(),
    }),
    response: NotificationSettings,
  }),
  subscribe: defineEndpoint({
    method: 'POST',
    path: '/api/notifications/push',
    who: 'member',
    summary: 'Sends pushes to this device; a device belongs to who signed in last.',
    body: PushSubscriptionInput,
    response: NotificationSettings,
  }),
  unsubscribe: defineEndpoint({
    method: 'DELETE',
    path: '/api/notifications/push',
    who: 'member',
    summary: 'Sends no more pushes to this device.',
    body: z.object({ endpoint: z.string().max(1_000) }),
    response: NotificationSettings,
  }),
}
