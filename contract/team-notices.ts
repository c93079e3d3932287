import type { Right } from './rights.ts'

/** Notices for the team, each with the right that opens what it is about. */
export const TEAM_NOTICES = {
  'team-story': 'stories',
  'team-report': 'stories',
  'team-guidance': 'guidance',
  'team-guidance-half': 'guidance',
  'team-guidance-late': 'guidance',
  'team-payment': 'treasurer',
  'team-check': 'keeper',
  'team-reply': 'stories',
  'team-application': 'people',
  'team-prayer': 'stories',
  'team-transcript': 'stories',
} as const satisfies Record<string, Right>
export type TeamNoticeKind = keyof typeof TEAM_NOTICES
/** The object has no other keys. */
export const TEAM_NOTICE_KINDS = Object.keys(TEAM_NOTICES) as TeamNoticeKind[]

export function isTeamNotice(kind: string): kind is TeamNoticeKind {
  return kind in TEAM_NOTICES
}
