import type { Mailing, Recipients } from '#contract/email.ts'

/** '1 person', '1,204 people'. */
export function people(count: number, locale?: string): string {
  return count === 1 ? '1 person' : `${count.toLocaleString(locale)} people`
}

/** Who does not get a broadcast and why, without those reasons that hold for nobody. */
export function leftOutWords(excluded: Recipients['excluded']): string[] {
  const reasons: [number, string][] = [
    [excluded.unproven, 'with an unverified address'],
    [excluded.bounced, 'whose emails bounced'],
    [excluded.unsubscribed, 'who unsubscribed'],
  ]
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString()} ${words}`)
}

export const COUNT_KINDS = ['sent', 'failed', 'skipped', 'waiting'] as const
export type CountKind = (typeof COUNT_KINDS)[number]

/** What became of the messages of a mailing. Those that a cancelled one left waiting never go. */
export function countsOf(mailing: Mailing): Record<CountKind, number> {
  const { sentCount: sent, failedCount: failed, skippedCount: skipped } = mailing
  const rest = Math.max(0, mailing.recipientCount - sent - failed - skipped)
  return { sent, failed, skipped, waiting: rest }
}
