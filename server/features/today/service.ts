import { sql } from 'kysely'
import { type DateText, logicalDate, nextDayStart } from '#contract/logical-date.ts'
import type { Right } from '#contract/rights.ts'
import { type DayContent, MOST_COUNTED, type Today, type Waiting } from '#contract/today.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Admin, hasRight, type Viewer } from '#server/domain/viewer.ts'
import { readLivePage } from '../live/page.ts'
import { readSettings } from '../settings/service.ts'

/** How long problems are shown. */
const PROBLEM_MS = 7 * 24 * 60 * 60_000
/** The defaults of a new site. */
const DEFAULTS = { siteTitle: 'Folx', sessionTime: '19:00' }

/** The first page of the administration. */
export async function readTodayPage(context: Context, admin: Admin): Promise<Today> {
  const { config, db } = context
  const now = context.now()
  const { siteTitle, logoUrl, timeZone, coaching } = await readSettings(db)
  const day = logicalDate(now, timeZone)
  const [row, mailings, { sessions }] = await Promise.all([
    readToday(db, { adminId: admin.id, day, since: new Date(now.getTime() - PROBLEM_MS) }),
    listDueMailings(db, nextDayStart(now, timeZone)),
    readLivePage(context),
  ])
  const site = {
    isNamed: siteTitle !== DEFAULTS.siteTitle || logoUrl !== null,
    sendsEmail: config.mail.provider !== 'outbox',
    takesPayments: config.payments.provider !== 'till',
    hasSchedule: coaching.time !== DEFAULTS.sessionTime || coaching.exceptions.length > 0,
    nextSessionAt: sessions[0]?.startsAt ?? null,
  }
  return presentToday({ viewer: admin, row, mailings, site })
}

/** Broadcasts of a day that are listed at most. */
const MOST_MAILINGS = 5

interface TodayRow {
  stories: number
  oldestStory: Date | null
  reports: number
  oldestReport: Date | null
  requests: number
  oldestRequest: Date | null
  replies: number
  oldestReply: Date | null
  applications: number
  oldestApplication: Date | null
  prayers: number
  oldestPrayer: Date | null
  transcripts: number
  oldestTranscript: Date | null
  failedEmails: number
  openMismatches: number
  pausedMailings: number
  hasFallback: boolean
  failedChecks: number
  hasMessage: boolean
  hasReflection: boolean
  isAutomatic: boolean
  hadMessage: boolean
  hasMembers: boolean
  hadSession: boolean
  hasBackup: boolean
  hasVerifiedEmail: boolean
}

/** The same conditions as in `listWaitingTranscripts`. */
const WAITING_TRANSCRIPTS = sql`from transcript t join story s on s.story_id = t.story_id
  where t.state in ('asked', 'review') and s.audio_state = 'ready'
    and s.status = 'approved' and s.hidden_at is null`

/** Everything in one statement; each part uses an index and stops at `MOST_COUNTED` rows. */
async function readToday(
  db: Queryable,
  input: { adminId: string; day: DateText; since: Date },
): Promise<TodayRow> {
  const { adminId, day, since } = input
  const most = sql.lit(MOST_COUNTED)
  const { rows } = await sql<TodayRow>`
    select
      (select count(*)::int from (
        select from story where status = 'pending' limit ${most}) counted) as stories,
      (select submitted_at from story where status = 'pending'
        order by submitted_at, story_id limit 1) as oldest_story,
      (select count(*)::int from (select distinct story_id, reply_id from (
        select story_id, reply_id from report where resolved_at is null
        order by report_id limit ${most}) counted) subjects) as reports,
      (select created_at from report where resolved_at is null
        order by report_id limit 1) as oldest_report,
      (select count(*)::int from (select from guidance_request
        where not is_hidden and waiting_since is not null limit ${most}) counted) as requests,
      (select waiting_since from guidance_request
        where not is_hidden and waiting_since is not null
        order by waiting_since limit 1) as oldest_request,
      (select count(*)::int from (select from reply
        where held_at is not null and deleted_at is null limit ${most}) counted) as replies,
      (select held_at from reply where held_at is not null and deleted_at is null
        order by held_at limit 1) as oldest_reply,
      (select count(*)::int from (select from application limit ${most}) counted) as applications,
      (select created_at from application order by created_at limit 1) as oldest_application,
      (select count(*)::int from (select from prayer_request
        where waiting_since is not null limit ${most}) counted) as prayers,
      (select waiting_since from prayer_request where waiting_since is not null
        order by waiting_since limit 1) as oldest_prayer,
      (select count(*)::int from (select ${WAITING_TRANSCRIPTS} limit ${most}) counted) as transcripts,
      (select t.changed_at ${WAITING_TRANSCRIPTS}
        order by t.changed_at, t.story_id limit 1) as oldest_transcript,
      (select count(*)::int from (select from email_message
        where failed_at >= ${since} limit ${most}) counted) as failed_emails,
      (select count(*)::int from (select from payment_mismatch
        where found_at >= ${since} and not is_mended limit ${most}) counted) as open_mismatches,
      (select count(*)::int from (select from mailing
        where status = 'paused' limit ${most}) counted) as paused_mailings,
      (select count(*)::int from check_result where state = 'failed') as failed_checks,
      exists (select from daily_run
        where day = ${day} and fallback_reason is not null) as has_fallback,
      exists (select from daily_content where day = ${day} and type = 'message') as has_message,
      exists (select from daily_content
        where day = ${day} and type = 'reflection') as has_reflection,
      coalesce((select auto_generate from daily_settings), false) as is_automatic,
      exists (select from daily_content where type = 'message') as had_message,
      exists (select from member where not is_admin) as has_members,
      exists (select from live_session) as had_session,
      exists (select from backup_record) as has_backup,
      exists (select from member
        where member_id = ${adminId} and email_verified_at is not null) as has_verified_email`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('A select without a table has one row.')
  return row
}

interface DueMailingRow {
  mailingId: number
  subject: string
  sendAt: Date
}

/** The next broadcasts that are due before an instant. */
function listDueMailings(db: Queryable, before: Date): Promise<DueMailingRow[]> {
  return db
    .selectFrom('mailing')
    .select(['mailingId', 'subject', 'sendAt'])
    .where('status', '=', 'scheduled')
    .where('kind', '=', 'broadcast')
    .where('sendAt', '<', before)
    .orderBy('sendAt')
    .orderBy('mailingId')
    .limit(MOST_MAILINGS)
    .execute()
}

/** Facts from the configuration and the settings. */
interface SiteFacts {
  isNamed: boolean
  sendsEmail: boolean
  takesPayments: boolean
  hasSchedule: boolean
  nextSessionAt: string | null
}

type Problem = Today['problems'][number]
type Step = Today['setup'][number]

/** Omits what the viewer's rights don't give access to. */
function presentToday(input: {
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
