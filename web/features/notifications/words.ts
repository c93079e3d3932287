import type { Notification, NotificationKind } from '#contract/notifications.ts'

/** What happened, in one line; the same thing may have happened several times. */
export function notificationWords({
  kind,
  happenings,
}: Pick<Notification, 'kind' | 'happenings'>): string {
  const isOne = happenings === 1
  switch (kind) {
    case 'story-approved':
      return 'Your story was approved'
    case 'story-returned':
      return 'Your story needs a change'
    case 'story-reply':
      return isOne ? 'New reply to your story' : `${happenings} new replies to your story`
    case 'reply-reply':
      return isOne ? 'Someone answered your reply' : `${happenings} answers to your reply`
    case 'guidance-answered':
      return 'Your guidance request was answered'
    case 'live-on-air':
      return 'Live coaching is on air'
    case 'team-story':
      return 'Stories are waiting for review'
    case 'team-report':
      return 'Reports are waiting for review'
    case 'team-guidance':
      return 'Guidance requests are waiting for an answer'
    case 'team-guidance-half':
      return 'A guidance request has waited half the promised time'
    case 'team-guidance-late':
      return 'A guidance request has waited longer than promised'
    case 'team-payment':
      return 'A payment needs a look'
    case 'team-check':
      return 'A check of the site failed'
  }
}

/** What a kind is called where a member chooses how to hear of it. */
export const KIND_LABELS: Record<NotificationKind, string> = {
  'story-approved': 'Your story was approved',
  'story-returned': 'Your story needs a change',
  'story-reply': 'New replies to your story',
  'reply-reply': 'Answers to your reply',
  'guidance-answered': 'Your guidance request was answered',
  'live-on-air': 'Live coaching is on air',
  'team-story': 'Team: stories waiting for review',
  'team-report': 'Team: reports waiting for review',
  'team-guidance': 'Team: guidance requests waiting for an answer',
  'team-guidance-half': 'Team: half of the promised answer time is over',
  'team-guidance-late': 'Team: the promised answer time is over',
  'team-payment': 'Team: a payment that needs a look',
  'team-check': 'Team: a failed check of the site',
}
