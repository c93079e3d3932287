import type { OwnPrayerRequest, PrayerRequest, PrayerReview } from '#contract/prayer.ts'
import { presentClaim } from '#server/domain/claim.ts'
import { versionOf } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { canAnswer, canEdit, canEnd, canRenew, statusOf } from './policy.ts'
import type { ReviewRow } from './review-store.ts'
import type { ListedRow, PrayerState } from './store.ts'

export function presentListed(
  row: ListedRow,
  about: { viewer: Viewer; muted: ReadonlySet<string>; isPrayedToday: boolean },
): PrayerRequest {
  const { viewer, muted, isPrayedToday } = about
  const mine = row.memberId === viewer.id
  return {
    id: row.prayerRequestId,
    content: row.content,
    anonymousUsername: row.anonymousUsername,
    mine,
    isPrayedToday,
    answer: row.answer,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    approvedAt: row.approvedAt.toISOString(),
    canReport: !mine,
    canMute: !mine,
    isMuted: muted.has(row.memberId),
  }
}

/** The texts that its author can change. */
export function editable({
  content,
  answer,
}: PrayerState): Pick<PrayerState, 'content' | 'answer'> {
  return { content, answer }
}

export function presentOwn(row: PrayerState, now: Date): OwnPrayerRequest {
  return {
    id: row.prayerRequestId,
    content: row.content,
    status: statusOf(row, now),
    rejectionReason: row.rejectionReason,
    wasPrayedFor: row.wasPrayedFor,
    endsAt: row.endsAt?.toISOString() ?? null,
    canEdit: canEdit(row),
    canRenew: canRenew(row, now),
    canEnd: canEnd(row, now),
    canAnswer: canAnswer(row),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answer: row.answer,
    answerState: row.answerState,
    createdAt: row.createdAt.toISOString(),
    version: versionOf(editable(row)),
  }
}

export function presentReview(row: ReviewRow, about: { viewer: Viewer; now: Date }): PrayerReview {
  const { viewer, now } = about
  return {
    id: row.prayerRequestId,
    kind: kindOf(row),
    content: row.content,
    answer: row.answer,
    anonymousUsername: row.anonymousUsername,
    mine: row.memberId === viewer.id,
    isHidden: row.hiddenAt !== null,
    reasons: row.reasons,
    reportCount: row.reportCount,
    claim: presentClaim(row, { viewerId: viewer.id, now }),
    submittedAt: row.submittedAt.toISOString(),
    waitingSince: row.waitingSince.toISOString(),
  }
}

/** A new request takes precedence, then reports about a request, then an answer line. */
export function kindOf({
  status,
  answerState,
  reportCount,
}: Pick<ReviewRow, 'status' | 'answerState' | 'reportCount'>): PrayerReview['kind'] {
  if (status === 'pending') return 'request'
  return answerState === 'pending' && reportCount === 0 ? 'answer' : 'report'
}
