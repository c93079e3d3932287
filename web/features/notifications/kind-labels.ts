import type { NotificationKind } from '#contract/notifications.ts'

/** The name of each kind in the notification settings. */
export const KIND_LABELS: Record<NotificationKind, string> = {
  'story-approved': 'Your story was approved',
  'story-returned': 'Your story needs a change',
  'story-reply': 'New replies to your story',
  'reply-reply': 'Answers to your reply',
  'guidance-answered': 'Your guidance request was answered',
  'live-on-air': 'Live coaching is on air',
  warning: 'Messages from our team about something you wrote',
  'report-closed': 'The outcome of your reports',
  'prayer-approved': 'Your prayer request was approved',
  'prayer-returned': 'Your prayer request needs a change',
  'prayer-received': 'Someone prayed for you, once a day at most',
  'prayer-ending': 'Your prayer request ends soon',
  'story-transcript': 'The transcript of your story needs your attention',
  'team-story': 'Team: stories waiting for review',
  'team-report': 'Team: reports waiting for review',
  'team-guidance': 'Team: guidance requests waiting for an answer',
  'team-guidance-half': 'Team: half of the promised answer time is over',
  'team-guidance-late': 'Team: the promised answer time is over',
  'team-payment': 'Team: a payment that needs attention',
  'team-check': 'Team: a failed check of the site',
  'team-reply': 'Team: first replies waiting for review',
  'team-prayer': 'Team: prayer requests waiting for review',
  'team-transcript': 'Team: transcripts waiting for a helper or for review',
  'team-application': 'Team: applications waiting for an answer',
}
