import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { ClockTime, IdParams, Instant, PageQuery, Version, Weekday } from './fields.ts'
import { NOTIFICATION_KINDS } from './notification-kinds.ts'

export const NotificationKind = z.enum(NOTIFICATION_KINDS, 'Unknown kind of notification')
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  /** The story, request or message that it links to; null for the live room. */
  subjectId: z.int().nullable(),
  /** The story's title or the text of the prayer request; null if there is none to show. */
  subject: z.string().nullable(),
  /** When the prayer request ends; null unless the notification is about its end. */
  endsAt: Instant.nullable(),
  /** How many events it groups. */
  happenings: z.int(),
  isRead: z.boolean(),
  updatedAt: Instant,
})
export type Notification = z.infer<typeof Notification>

/** How a member is notified about one kind. */
export const NotificationChoice = z.object({
  kind: NotificationKind,
  inApp: z.boolean(),
  byMail: z.boolean(),
  byPush: z.boolean(),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>

/** From and to in the member's time zone; past midnight if `from` is later. */
export const QuietHours = z.object({ from: ClockTime, to: ClockTime })
export type QuietHours = z.infer<typeof QuietHours>

/** The daily reminder as the member sets it. */
export const ReminderChoice = z.object({
  isOn: z.boolean(),
  /** In the member's time zone; a time before 3 AM is in the night after the chosen day. */
  clockTime: ClockTime,
  weekdays: z
    .array(Weekday, 'Choose days of the week.')
    .min(1, 'Choose at least one day.')
    .max(7, 'Choose days of the week.')
    .transform((days) => [...new Set(days)].sort()),
  channel: z.enum(['push', 'email'], 'Choose push or email.'),
})
export type ReminderChoice = z.infer<typeof ReminderChoice>

/** Why no reminder is sent although it is on. */
export const ReminderObstacle = z.enum([
  'no-device',
  'unverified',
  'bounced',
  'quiet-hours',
  'rest-days',
])
export type ReminderObstacle = z.infer<typeof ReminderObstacle>

export const Reminder = z.object({
  ...ReminderChoice.shape,
  weekdays: z.array(z.int()),
  /** Null while it is off or there is an obstacle. */
  nextAt: Instant.nullable(),
  obstacle: ReminderObstacle.nullable(),
})
export type Reminder = z.infer<typeof Reminder>

export const NotificationSettings = z.object({
  choices: z.array(NotificationChoice),
  quietHours: QuietHours.nullable(),
  /** The daily reminder; suggested settings if the member never turned it on. */
  reminder: Reminder,
  /** Whether an email service is connected. Without one, no email reaches anybody. */
  sendsEmail: z.boolean(),
  /** How many devices of the member get pushes. */
  pushDevices: z.int(),
  /** The site's public VAPID key, base64url. */
  pushPublicKey: z.string(),
  /** That of the quiet hours and the reminder. */
  version: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The result of `PushSubscription.toJSON()`. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'This isn’t a push address.' }).max(1_000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}=*$/, 'This isn’t a push key.'),
    auth: z.string().regex(/^[\w-]{20,30}=*$/, 'This isn’t a push key.'),
  }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

/** A message for a device's service worker. Locked screens show it, so it doesn't say what happened. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of this site that shows what is new. */
  url: z.string(),
  /** A message replaces an earlier one with the same tag. */
  tag: z.enum(['news', 'reminder']),
})
export type PushMessage = z.infer<typeof PushMessage>

export const notificationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/notifications',
    who: 'member',
    summary: "The caller's notifications, newest first.",
    query: PageQuery.extend({
      /** Only unread ones. */
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
    summary:
      'How many are unread, and whether there is a warning from the team that was not seen yet.',
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
    summary: 'How the caller is notified.',
    response: NotificationSettings,
  }),
  saveSettings: defineEndpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    who: 'member',
    summary: 'Changes how the caller is notified.',
    body: z.object({
      /** Channels that are left out stay as they are. */
      choices: z
        .array(NotificationChoice.partial().required({ kind: true }))
        .max(NOTIFICATION_KINDS.length)
        .optional(),
      quietHours: QuietHours.nullable().optional(),
      reminder: ReminderChoice.optional(),
      version: Version,
    }),
    response: NotificationSettings,
  }),
  subscribe: defineEndpoint({
    method: 'POST',
    path: '/api/notifications/push',
    who: 'member',
    summary: 'Turns on pushes for this device, which belongs to the member who signed in last.',
    body: PushSubscriptionInput,
    response: NotificationSettings,
  }),
  unsubscribe: defineEndpoint({
    method: 'DELETE',
    path: '/api/notifications/push',
    who: 'member',
    summary: 'Turns off pushes for this device.',
    body: z.object({ endpoint: z.string().max(1_000) }),
    response: NotificationSettings,
  }),
}
