import type { MailingKind } from '#contract/email.ts'
import type { NotificationChoice, NotificationKind } from '#contract/notifications.ts'
import type { Queryable } from '#server/db/connect.ts'

/** The notification settings that the member has chosen, without the defaults. */
export interface OwnNotificationSettings {
  quietFrom: string | null
  quietTo: string | null
  choices: NotificationChoice[]
  pushDevices: OwnDeviceRow[]
  mailings: OwnMailChoiceRow[]
  reminder: OwnReminderRow | undefined
}

export interface OwnReminderRow {
  clockTime: string
  weekdays: number[]
  channel: 'push' | 'email'
  nextAt: Date | null
  sentAt: Date | null
}

export interface OwnMailChoiceRow {
  kind: MailingKind
  isWanted: boolean
  changedAt: Date
}

export interface OwnDeviceRow {
  endpoint: string
  createdAt: Date
}

export async function findOwnNotificationSettings(
  db: Queryable,
  memberId: string,
): Promise<OwnNotificationSettings> {
  const quiet = await db
    .selectFrom('member')
    .select(['quietFrom', 'quietTo'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  const choices = await db
    .selectFrom('notificationChoice')
    .select(['kind', 'inApp', 'byMail', 'byPush'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
  const pushDevices = await db
    .selectFrom('pushSubscription')
    .select(['endpoint', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('pushSubscriptionId')
    .execute()
  const mailings = await db
    .selectFrom('mailingChoice')
    .select(['kind', 'isWanted', 'changedAt'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
  const reminder = await db
    .selectFrom('reminder')
    .select(['clockTime', 'weekdays', 'channel', 'nextAt', 'sentAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return { quietFrom: null, quietTo: null, ...quiet, choices, pushDevices, mailings, reminder }
}

export interface OwnNotificationRow {
  kind: NotificationKind
  subjectId: number | null
  happenings: number
  createdAt: Date
  updatedAt: Date
  readAt: Date | null
}

/** All of them, without pages: a member has few enough. */
export function listOwnNotifications(
  db: Queryable,
  memberId: string,
): Promise<OwnNotificationRow[]> {
  return db
    .selectFrom('notification')
    .select(['kind', 'subjectId', 'happenings', 'createdAt', 'updatedAt', 'readAt'])
    .where('memberId', '=', memberId)
    .orderBy('notificationId')
    .execute()
}
