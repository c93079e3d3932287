import type { Right } from '#contract/rights.ts'
import type { DayContent, Today, Waiting } from '#contract/today.ts'
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
  mailings: readonly DueMailingRow[]
  site: SiteFacts
}): Today {
  const { viewer, row, mailings, site } = input
  const may = (right: Right): boolean => hasRight(viewer, right)
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
      stories: may('stories') ? waiting(row.stories, row.oldestStory) : null,
      reports: may('stories') ? waiting(row.reports, row.oldestReport) : null,
      guidance: may('guidance') ? waiting(row.requests, row.oldestRequest) : null,
      replies: may('stories') ? waiting(row.replies, row.oldestReply) : null,
      applications: may('people') ? waiting(row.applications, row.oldestApplication) : null,
      prayers: may('stories') ? waiting(row.prayers, row.oldestPrayer) : null,
      transcripts: may('stories') ? waiting(row.transcripts, row.oldestTranscript) : null,
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

function waiting(count: number, oldestAt: Date | null): Waiting {
  return { count, oldestAt: oldestAt?.toISOString() ?? null }
}

function contentOf({ isAutomatic }: TodayRow, isPublished: boolean): DayContent {
  if (isPublished) return 'published'
  return isAutomatic ? 'automatic' : 'missing'
}
