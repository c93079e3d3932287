import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { Notification } from '#contract/notifications.ts'
import type { AdminAddress } from '#web/features/admin/admin-pages.ts'

interface KindWords {
  /** The notification, in one line. */
  one: string
  /** The same if it stands for several events; `one` if left out. */
  several?: (count: number) => string
  /** Its name in the notification settings; `one` if left out. */
  label?: string
  /** The admin page that a notice for the team opens. */
  admin?: AdminAddress
}

const WORDS: Record<NotificationKind, KindWords> = {
  'story-approved': { one: 'Your story was approved' },
  'story-returned': { one: 'Your story needs a change' },
  'story-reply': {
    one: 'New reply to your story',
    several: (count) => `${count} new replies to your story`,
    label: 'New replies to your story',
  },
  'reply-reply': {
    one: 'Someone answered your reply',
    several: (count) => `${count} answers to your reply`,
    label: 'Answers to your reply',
  },
  'guidance-answered': { one: 'Your guidance request was answered' },
  // The notice stays when the session is over.
  'live-on-air': { one: 'Live coaching went on air', label: 'Live coaching is on air' },
  warning: {
    one: 'A message from our team about something you wrote',
    label: 'Messages from our team about something you wrote',
  },
  'report-closed': { one: 'We reviewed your report', label: 'The outcome of your reports' },
  'second-look': {
    one: 'We took a second look for you',
    label: 'The answer to a second look that you asked for',
  },
  'prayer-approved': { one: 'Your prayer request was approved' },
  'prayer-returned': { one: 'Your prayer request needs a change' },
  'prayer-received': {
    one: 'Someone prayed for you',
    label: 'Someone prayed for you, once a day at most',
  },
  'prayer-ending': {
    // Not when it ends: the notice's own time stands below it.
    one: 'Renew your prayer request, or let it end',
    label: 'Your prayer request ends soon',
  },
  'story-transcript': { one: 'The transcript of your story needs your attention' },
  'team-story': {
    one: 'Stories are waiting for review',
    label: 'Team: stories waiting for review',
    admin: '/admin/stories',
  },
  'team-report': {
    one: 'Reports are waiting for review',
    label: 'Team: reports waiting for review',
    admin: '/admin/reports',
  },
  'team-second-look': {
    one: 'Second looks are waiting for an answer',
    label: 'Team: second looks waiting for an answer',
    admin: '/admin/second-looks',
  },
  'team-guidance': {
    one: 'Guidance requests are waiting for an answer',
    label: 'Team: guidance requests waiting for an answer',
    admin: '/admin/guidance',
  },
  'team-guidance-half': {
    one: 'A guidance request has waited half the promised time',
    label: 'Team: half of the promised answer time is over',
    admin: '/admin/guidance',
  },
  'team-guidance-late': {
    one: 'A guidance request has waited longer than promised',
    label: 'Team: the promised answer time is over',
    admin: '/admin/guidance',
  },
  'team-payment': {
    one: 'A payment needs attention',
    label: 'Team: a payment that needs attention',
    admin: '/admin/orders',
  },
  'team-check': {
    one: 'A site check failed',
    label: 'Team: a failed check of the site',
    admin: '/admin/backups',
  },
  'team-reply': {
    one: 'First replies are waiting for review',
    label: 'Team: first replies waiting for review',
    admin: '/admin/replies',
  },
  'team-application': {
    one: 'Applications are waiting for an answer',
    label: 'Team: applications waiting for an answer',
    admin: '/admin/joining',
  },
  'team-prayer': {
    one: 'Prayer requests are waiting for review',
    label: 'Team: prayer requests waiting for review',
    admin: '/admin/prayer',
  },
  'team-transcript': {
    one: 'Transcripts are waiting',
    label: 'Team: transcripts waiting for a helper or for review',
    admin: '/admin/transcripts',
  },
  'team-unheard': {
    one: 'A story is waiting for a first reply',
    label: 'Team: a story that nobody has answered for 12 hours of the day',
    admin: '/admin',
  },
  'team-connection': {
    one: 'Someone on the team changed a site connection',
    label: 'Team: a changed site connection',
    admin: '/admin/connections',
  },
}

/** The text of a notification in one line; it may stand for several events of the same kind. */
export function notificationWords({
  kind,
  happenings,
}: Pick<Notification, 'kind' | 'happenings'>): string {
  const { one, several } = WORDS[kind]
  return several && happenings > 1 ? several(happenings) : one
}

/** The name of a kind in the notification settings. */
export function kindLabel(kind: NotificationKind): string {
  const { one, label } = WORDS[kind]
  return label ?? one
}

/** The admin page that a notice for the team opens. */
export function adminPageOf(kind: NotificationKind): AdminAddress {
  return WORDS[kind].admin ?? '/admin'
}
