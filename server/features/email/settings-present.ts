import type { EmailSettings } from '#contract/email.ts'
import type { EmailSettingsRow } from './settings-store.ts'

export function presentEmailSettings(row: EmailSettingsRow): EmailSettings {
  return {
    postalAddress: row.postalAddress,
    dailyMessage: { isOn: row.dailyMessageOn, hour: row.dailyMessageHour },
    weeklyDigest: {
      isOn: row.weeklyDigestOn,
      weekday: row.weeklyDigestWeekday,
      hour: row.weeklyDigestHour,
    },
  }
}

/** The database row for these settings. */
export function rowOf(settings: EmailSettings): EmailSettingsRow {
  const { postalAddress, dailyMessage, weeklyDigest } = settings
  return {
    postalAddress,
    dailyMessageOn: dailyMessage.isOn,
    dailyMessageHour: dailyMessage.hour,
    weeklyDigestOn: weeklyDigest.isOn,
    weeklyDigestWeekday: weeklyDigest.weekday,
    weeklyDigestHour: weeklyDigest.hour,
  }
}
