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
}

/** The name of the bell for those who do not see its number. */
export function bellName(unread: number): string {
  return unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
}
