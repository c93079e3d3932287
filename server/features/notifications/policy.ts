import { wallTime } from '#contract/logical-date.ts'
import {
  kindOfNotification,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#contract/notification-kinds.ts'
import type { NotificationChoice, QuietHours } from '#contract/notifications.ts'
import type { Right } from '#contract/rights.ts'
import { nextRun } from '#server/domain/schedule.ts'

/** The channels through which a member is notified of one kind. */
export type Channels = Omit<NotificationChoice, 'kind'>

/** The channels of a member who has chosen nothing. A push also needs a subscribed device. */
export function defaultChannels(kind: NotificationKind): Channels {
  const { byMail = false, byPush = false } = kindOfNotification(kind)
  return { inApp: true, byMail, byPush }
}

/**
 * A member's choice for each kind: the stored one, or else the default. Team notices are included
 * only for members whose rights open the queue.
 */
export function allChoices(
  stored: readonly NotificationChoice[],
  rights: readonly Right[],
): NotificationChoice[] {
  const chosen = new Map(stored.map((choice) => [choice.kind, choice]))
  const kinds = NOTIFICATION_KINDS.filter((kind) => {
    const { right } = kindOfNotification(kind)
    return right === undefined || rights.includes(right)
  })
  return kinds.map((kind) => chosen.get(kind) ?? { kind, ...defaultChannels(kind) })
}

/**
 * Whether this kind sends the generic notification email. Kinds with an email of their own don't,
 * so that nobody gets two.
 */
export function hasNotificationMail(kind: NotificationKind): boolean {
  return !kindOfNotification(kind).hasOwnMail
}

/** When the quiet hours around this instant end; undefined outside quiet hours. */
export function quietUntil(
  instant: Date,
  member: { quietHours: QuietHours | null; timeZone: string },
): Date | undefined {
  const { quietHours, timeZone } = member
  if (!quietHours || !isQuiet(instant, quietHours, timeZone)) return undefined
  return nextRun({ localTime: quietHours.to, timeZone, after: instant }).at
}

/** This instant, or the end of the quiet hours if it falls within them. */
export function firstLoudInstant(
  instant: Date,
  member: { quietHours: QuietHours | null; timeZone: string },
): Date {
  return quietUntil(instant, member) ?? instant
}

function isQuiet(instant: Date, quietHours: QuietHours, timeZone: string): boolean {
  const { hour, minute } = wallTime(instant, timeZone)
  const shown = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return isQuietTime(shown, quietHours)
}

/** Whether a local time, `HH:MM`, is within the quiet hours. */
export function isQuietTime(shown: string, { from, to }: QuietHours): boolean {
  return from < to ? from <= shown && shown < to : from <= shown || shown < to
}
