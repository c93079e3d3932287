import { z } from 'zod'
import { CoachingSchedule, Helpline, WebsiteSettings } from '#contract/settings.ts'
import type { SettingsRow } from './store.ts'

const Helplines = z.array(Helpline)

export function presentSettings(row: SettingsRow): WebsiteSettings {
  return {
    ...row,
    helplines: Helplines.parse(row.helplines),
    coaching: CoachingSchedule.parse(row.coaching),
    currency: WebsiteSettings.shape.currency.parse(row.currency),
    restoredFrom: row.restoredFrom?.toISOString() ?? null,
  }
}
