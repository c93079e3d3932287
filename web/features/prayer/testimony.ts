import type { OwnPrayerRequest } from '#contract/prayer.ts'

/** The story that an answered request begins, in its author's words alone. */
export function testimonyOf({
  content,
  answer,
}: Pick<OwnPrayerRequest, 'content' | 'answer'>): string {
  return [`I asked for prayer: “${content}”`, answer].filter(Boolean).join('\n\n')
}
