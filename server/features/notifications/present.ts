import type { Notification } from '#contract/notifications.ts'
import type { NotificationRow } from './store.ts'

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.notificationId,
    kind: row.kind,
    subjectId: row.subjectId,
    subject: row.title,
    happenings: row.happenings,
    isRead: row.readAt !== null,
    updatedAt: row.updatedAt.toISOString(),
  }
}
