import type { GuidanceRequest } from '#contract/guidance.ts'
import type { MoodEntry } from '#contract/moods.ts'
import type { Mute } from '#contract/mutes.ts'
import type { OwnChange } from '../address-changes/holds.ts'
import type { OwnPrayerData } from '../prayer/service.ts'
import type { WholePurchase } from '../shop/purchases/service.ts'
import type { OwnNotificationSettings, OwnStoryRow } from './export-store.ts'

/** Names only a device's push service: anyone with its full address could send pushes to it. */
export function presentOwnNotificationSettings(settings: OwnNotificationSettings): object {
  return {
    quietFrom: settings.quietFrom,
    quietTo: settings.quietTo,
    choices: settings.choices,
    pushDevices: settings.pushDevices.map(({ endpoint, createdAt }) => ({
      service: new URL(endpoint).host,
      createdAt,
    })),
    reminder: settings.reminder ?? null,
  }
}

/**
 * `audioFile` is the recording's path in the archive, or null for a story without one. While a
 * recording is being converted, the archive contains the original upload.
 */
export function presentOwnStory(row: OwnStoryRow, audioFile: string | null): object {
  const { storyId: id, audioDuration: audioSeconds, ...story } = row
  return { id, ...story, audioFile, audioSeconds }
}

/** Says whether someone prayed, as the page does, but not how many people. */
export function presentOwnPrayerRequest(row: OwnPrayerData): object {
  return {
    id: row.prayerRequestId,
    content: row.content,
    status: row.status,
    rejectionReason: row.rejectionReason,
    wasPrayedFor: row.wasPrayedFor,
    endsAt: row.endsAt,
    answeredAt: row.answeredAt,
    answer: row.answer,
    createdAt: row.createdAt,
  }
}

export function presentOwnMute({ anonymousUsername, mutedAt }: Mute): object {
  return { communityUsername: anonymousUsername, mutedAt }
}

export function presentOwnRequest(request: GuidanceRequest): object {
  const { id, category, content, createdAt, isMinor, ...answers } = request
  const { responseContent, respondedAt, followUp } = answers
  return { id, category, content, createdAt, isMinor, responseContent, respondedAt, followUp }
}

export function presentOwnEntry({ date, mood, notes, createdAt, updatedAt }: MoodEntry): object {
  return { date, mood, notes, createdAt, updatedAt }
}

/**
 * Amounts are in US cents. The provider's payment ids are left out: they are not the member's data.
 */
export function presentOwnPurchase(purchase: WholePurchase): object {
  return {
    id: purchase.purchaseId,
    productId: purchase.productId,
    productType: purchase.productType,
    title: purchase.title,
    priceCents: purchase.priceCents,
    state: purchase.state,
    purchasedAt: purchase.purchasedAt,
    accessUntil: purchase.accessUntil,
    endsAtPeriodEnd: purchase.endsAtPeriodEnd,
    endedAt: purchase.endedAt,
    payments: purchase.payments.map(({ amountCents, refundedCents, status, dispute, paidAt }) => ({
      amountCents,
      refundedCents,
      status,
      dispute,
      paidAt,
    })),
  }
}

export function presentOwnEmailChange(change: OwnChange): object {
  return {
    from: change.oldEmail,
    to: change.newEmail,
    byAdministrator: change.byAdmin,
    changedAt: change.createdAt,
    confirmedAt: change.agreedAt,
    undoneAt: change.undoneAt,
  }
}
