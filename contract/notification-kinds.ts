import type { Right } from './rights.ts'

/** The subjects of notifications; one is listed while the member may see its subject. */
export type NotificationSubject =
  | 'story'
  | 'guidance'
  | 'prayer'
  | 'team-message'
  | 'live'
  | 'queue'

interface KindOfNotification {
  about: NotificationSubject
  /** Whether it is emailed and pushed to a member who has chosen nothing. */
  byMail?: boolean
  byPush?: boolean
  /** It has an email of its own, which replaces the generic notification email. */
  hasOwnMail?: boolean
  /** A notice for the team: only members with this right get it. */
  right?: Right
}

/**
 * Every kind of notification. A new one also needs its words in
 * `web/features/notifications/words.ts`, a migration that adds it to `notification_kind`, and, if
 * it is for the team, what its queue contains in `server/features/notifications/team-notices.ts`.
 */
const KINDS = {
  'story-approved': { about: 'story', byMail: true, hasOwnMail: true },
  'story-returned': { about: 'story', byMail: true, hasOwnMail: true },
  'story-reply': { about: 'story', byPush: true },
  'reply-reply': { about: 'story', byPush: true },
  'guidance-answered': { about: 'guidance', byMail: true, byPush: true },
  'live-on-air': { about: 'live', byPush: true },
  warning: { about: 'team-message', byMail: true },
  'report-closed': { about: 'team-message' },
  'second-look': { about: 'team-message', byMail: true },
  'prayer-approved': { about: 'prayer' },
  'prayer-returned': { about: 'prayer', byMail: true },
  'prayer-received': { about: 'prayer' },
  'prayer-ending': { about: 'prayer' },
  'story-transcript': { about: 'story', byMail: true },
  'team-story': forTeam('stories'),
  'team-report': forTeam('stories'),
  'team-second-look': forTeam('stories'),
  'team-guidance': forTeam('guidance'),
  'team-guidance-half': forTeam('guidance'),
  'team-guidance-late': forTeam('guidance'),
  'team-payment': forTeam('treasurer'),
  'team-check': forTeam('keeper'),
  'team-reply': forTeam('stories'),
  'team-application': forTeam('people'),
  'team-prayer': forTeam('stories'),
  'team-transcript': forTeam('stories'),
  'team-unheard': forTeam('stories'),
  'team-connection': forTeam('keeper'),
} satisfies Record<string, KindOfNotification>

export type NotificationKind = keyof typeof KINDS
export type TeamNoticeKind = Extract<NotificationKind, `team-${string}`>

/** In the order of the settings. The object has no other keys. */
export const NOTIFICATION_KINDS = Object.keys(KINDS) as NotificationKind[]

export function kindOfNotification(kind: NotificationKind): KindOfNotification {
  return KINDS[kind]
}

export function isTeamNotice(kind: NotificationKind): kind is TeamNoticeKind {
  return KINDS[kind].about === 'queue'
}

/** The right that a notice for the team is about. */
export function rightOf(kind: TeamNoticeKind): Right {
  return KINDS[kind].right
}

function forTeam(right: Right) {
  return { about: 'queue', byMail: true, byPush: true, right } as const
}
