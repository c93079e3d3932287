import type { Topic } from '#contract/endpoint.ts'
import type { Claimable } from '#contract/review.ts'
import type { Right } from '#contract/rights.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import type { Admin } from '#server/domain/viewer.ts'
import type { AuditAction } from '../audit/service.ts'
import { lockRequestItem } from '../guidance/team.ts'
import { lockApplicationItem } from '../joining/applications.ts'
import { lockNoticeItem } from '../notices/notices.ts'
import { lockPrayerItem } from '../prayer/review.ts'
import type { About } from '../review/service.ts'
import { lockSecondLookItem } from '../second-looks/answer.ts'
import { lockHeldItem } from '../stories/held.ts'
import { lockStoryItem } from '../stories/moderation.ts'
import { lockReportItem } from '../stories/reports.ts'
import { lockTranscriptItem } from '../stories/transcript-review.ts'

interface Subject {
  /** The right to decide about it. */
  right: Right
  /** The topic of the pages that show its claims. */
  topic: Topic
  /** Locks it, so that decisions wait for each other. Throws if it isn't up for one. */
  lock: (locked: { context: Context; trx: Trx; admin: Admin; id: number }) => Promise<About>
  /** The decisions. */
  actions: readonly AuditAction[]
}

/** What waits for a decision. */
export const SUBJECTS: Record<Claimable, Subject> = {
  story: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, id }) => lockStoryItem(trx, id),
    actions: ['story-approved', 'story-rejected', 'story-withdrawn'],
  },
  report: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockReportItem(trx, admin, id),
    actions: ['report-kept', 'story-removed', 'reply-removed'],
  },
  reply: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockHeldItem(trx, admin, id),
    actions: ['reply-approved', 'reply-declined'],
  },
  prayer: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, id }) => lockPrayerItem(trx, id),
    actions: ['prayer-approved', 'prayer-returned', 'prayer-withdrawn'],
  },
  transcript: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockTranscriptItem(trx, admin, id),
    actions: ['transcript-written', 'transcript-approved', 'transcript-returned'],
  },
  guidance: {
    right: 'guidance',
    topic: 'guidance',
    lock: ({ context, trx, admin, id }) => lockRequestItem(context, trx, admin, id),
    actions: ['guidance-answered', 'guidance-answer-changed', 'guidance-hidden', 'guidance-shown'],
  },
  application: {
    right: 'people',
    topic: 'review',
    lock: ({ context, trx, admin, id }) => lockApplicationItem(context, trx, admin, id),
    actions: ['application-approved', 'application-declined'],
  },
  notice: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockNoticeItem(trx, admin, id),
    actions: ['notice-upheld', 'notice-refused'],
  },
  'second-look': {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockSecondLookItem(trx, admin, id),
    actions: ['second-look-kept', 'second-look-changed'],
  },
}
