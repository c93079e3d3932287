import type { Topic } from '#contract/endpoint.ts'
import type { Claimable } from '#contract/review.ts'
import type { Right } from '#contract/rights.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { lockRequestItem } from '../guidance/team.ts'
import { lockPrayerItem } from '../prayer/review.ts'
import type { About } from '../review/service.ts'
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
}

/** The subjects that an administrator can claim. */
export const SUBJECTS: Record<Claimable, Subject> = {
  story: { right: 'stories', topic: 'review', lock: ({ trx, id }) => lockStoryItem(trx, id) },
  report: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockReportItem(trx, admin, id),
  },
  prayer: { right: 'stories', topic: 'review', lock: ({ trx, id }) => lockPrayerItem(trx, id) },
  transcript: {
    right: 'stories',
    topic: 'review',
    lock: ({ trx, admin, id }) => lockTranscriptItem(trx, admin, id),
  },
  guidance: {
    right: 'guidance',
    topic: 'guidance',
    lock: ({ context, trx, admin, id }) => lockRequestItem(context, trx, admin, id),
  },
}
