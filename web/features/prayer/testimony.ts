import type { OwnPrayerRequest } from '#contract/prayer.ts'

/** The beginning of a story about an answered request, in the author's own words. */
export function testimonyOf({
  content,
  answer,
}: Pick<OwnPrayerRequest, 'content' | 'answer'>): string {
  return [`I asked for prayer: “${content}”`, answer].filter(Boolean).join('\n\n')
}
