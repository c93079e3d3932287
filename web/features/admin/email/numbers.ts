import type { Mailing, Recipients } from '#contract/email.ts'
import { formatNumber } from '#web/lib/dates.ts'

/** '1 person', '1,204 people'. */
export function people(count: number, locale: string): string {
  return count === 1 ? '1 person' : `${formatNumber(count, locale)} people`
}

/** How many people don't get a broadcast and why. Reasons that exclude nobody are omitted. */
export function leftOutWords(excluded: Recipients['excluded'], locale: string): string[] {
  const reasons: [number, string][] = [
    [excluded.unproven, 'with an unverified address'],
    [excluded.bounced, 'whose emails bounced'],
    [excluded.unsubscribed, 'who unsubscribed'],
  ]
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count, locale)} ${words}`)
}

export const COUNT_KINDS = ['sent', 'failed', 'skipped', 'waiting'] as const
export type CountKind = (typeof COUNT_KINDS)[number]

/** The outcome of the emails of a mailing. The waiting ones of a canceled mailing are never sent. */
export function countsOf(mailing: Mailing): Record<CountKind, number> {
  const { sentCount: sent, failedCount: failed, skippedCount: skipped } = mailing
  const rest = Math.max(0, mailing.recipientCount - sent - failed - skipped)
  return { sent, failed, skipped, waiting: rest }
}
