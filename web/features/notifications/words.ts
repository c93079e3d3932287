import type { Notification } from '#contract/notifications.ts'

/** The text of a notification in one line; it may stand for several events of the same kind. */
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
    case 'warning':
      return 'A message from our team about something you wrote'
    case 'report-closed':
      return 'We reviewed your report'
    case 'prayer-approved':
      return 'Your prayer request was approved'
    case 'prayer-returned':
      return 'Your prayer request needs a change'
    case 'prayer-received':
      return 'Someone prayed for you'
    case 'prayer-ending':
      return 'Your prayer request ends soon'
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
      return 'A payment needs attention'
    case 'team-check':
      return 'A site check failed'
    case 'team-reply':
      return 'First replies are waiting for review'
    case 'team-prayer':
      return 'Prayer requests are waiting for review'
    case 'story-transcript':
      return 'The transcript of your story needs your attention'
    case 'team-transcript':
      return 'Transcripts are waiting'
    case 'team-application':
      return 'Applications are waiting for an answer'
  }
}
