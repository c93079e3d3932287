import type { Right } from '#contract/rights.ts'
import { type DayContent, MOST_COUNTED, type Today, type Waiting } from '#contract/today.ts'
import type { WaitingCount } from '#server/db/review-items.ts'
import type { ReviewSubject } from '#server/db/schema.gen.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import type { DueMailingRow, TodayRow } from './store.ts'

/** Facts from the configuration and the settings. */
export interface SiteFacts {
  isNamed: boolean
  sendsEmail: boolean
  takesPayments: boolean
  hasSchedule: boolean
  nextSessionAt: string | null
}

type Problem = Today['problems'][number]
type Step = Today['setup'][number]

/** Omits what the viewer's rights don't give access to. */
export function presentToday(input: {
  viewer: Pick<Viewer, 'rights'>
  row: TodayRow
  waiting: ReadonlyMap<ReviewSubject, WaitingCount>
  mailings: readonly DueMailingRow[]
  site: SiteFacts
}): Today {
  const { viewer, row, mailings, site } = input
  const may = (right: Right): boolean => hasRight(viewer, right)
  const queue = (right: Right, ...subjects: ReviewSubject[]): Waiting | null =>
    may(right) ? sumOf(subjects.flatMap((subject) => input.waiting.get(subject) ?? [])) : null
  const problems: (Problem & { right: Right })[] = [
    { right: 'mail', kind: 'emails', count: row.failedEmails },
    { right: 'treasurer', kind: 'payments', count: row.openMismatches },
    { right: 'mail', kind: 'mailings', count: row.pausedMailings },
    { right: 'daily', kind: 'daily-run', count: row.hasFallback ? 1 : 0 },
    { right: 'keeper', kind: 'checks', count: row.failedChecks },
  ]
  const setup: (Step & { right?: Right })[] = [
    { right: 'settings', step: 'name', isDone: site.isNamed },
    { step: 'verified-email', isDone: row.hasVerifiedEmail },
    { right: 'mail', step: 'email-provider', isDone: site.sendsEmail },
    { right: 'treasurer', step: 'payments', isDone: site.takesPayments },
    { right: 'daily', step: 'first-message', isDone: row.hadMessage },
    { right: 'settings', step: 'schedule', isDone: site.hasSchedule || row.hadSession },
    { right: 'people', step: 'invitation', isDone: row.hasMembers },
    { right: 'keeper', step: 'backup', isDone: row.hasBackup },
  ]
  return {
    waiting: {
      stories: queue('stories', 'story'),
      reports: queue('stories', 'story-report', 'reply-report'),
      guidance: queue('guidance', 'guidance'),
      replies: queue('stories', 'reply'),
      applications: queue('people', 'application'),
      prayers: queue('stories', 'prayer'),
      transcripts: queue('stories', 'transcript'),
    },
    nextSessionAt: site.nextSessionAt,
    hasOutbox: !site.sendsEmail,
    content: may('daily')
      ? {
          message: contentOf(row, row.hasMessage),
          reflection: contentOf(row, row.hasReflection),
        }
      : null,
    mailings: (may('mail') ? mailings : []).map(({ mailingId, subject, sendAt }) => ({
      id: mailingId,
      subject,
      sendAt: sendAt.toISOString(),
    })),
    problems: problems.flatMap(({ right, ...problem }) =>
      problem.count > 0 && may(right) ? [problem] : [],
    ),
    setup: setup.flatMap(({ right, ...step }) => (right && !may(right) ? [] : [step])),
  }
}

function sumOf(counts: readonly WaitingCount[]): Waiting {
  const count = counts.reduce((sum, each) => sum + each.count, 0)
  const oldest = Math.min(...counts.map(({ oldestAt }) => oldestAt.getTime()))
  const oldestAt = counts.length > 0 ? new Date(oldest).toISOString() : null
  return { count: Math.min(count, MOST_COUNTED), oldestAt }
}

function contentOf({ isAutomatic }: TodayRow, isPublished: boolean): DayContent {
  if (isPublished) return 'published'
  return isAutomatic ? 'automatic' : 'missing'
}
