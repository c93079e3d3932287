import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { addDays, type DateText, logicalDate, nextDayStart } from '#contract/logical-date.ts'
import type { Right } from '#contract/rights.ts'
import {
  type DayContent,
  MOST_COUNTED,
  type SetupAnswer,
  type SetupStep,
  type Today,
  type Waiting,
} from '#contract/today.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countWaiting, type WaitingCount } from '#server/db/review-items.ts'
import type { ReviewSubject } from '#server/db/schema.gen.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type Admin, hasRight, type Viewer } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { readLivePage } from '../live/page.ts'
import { listResults } from '../maintenance/checks.ts'
import { readSettings } from '../settings/service.ts'

/** How long problems are shown. */
const PROBLEM_MS = 7 * DAY_MS
/** The defaults of a new site. */
const DEFAULTS = { siteTitle: 'Folx', sessionTime: '19:00' }

/** The first page of the administration. */
export async function readTodayPage(context: Context, admin: Admin): Promise<Today> {
  const { config, db } = context
  const now = context.now()
  const { siteTitle, logoUrl, timeZone, coaching } = await readSettings(db)
  const day = logicalDate(now, timeZone)
  const [row, waiting, mailings, { sessions }, checks, answers] = await Promise.all([
    readToday(db, { adminId: admin.id, day, since: new Date(now.getTime() - PROBLEM_MS) }),
    countWaiting(db, MOST_COUNTED),
    listDueMailings(db, nextDayStart(now, timeZone)),
    readLivePage(context),
    listResults(db),
    db
      .selectFrom('setupAnswer')
      .select(['step', 'answer'])
      .$narrowType<{ answer: SetupAnswer }>()
      .execute(),
  ])
  const site = {
    isNamed: siteTitle !== DEFAULTS.siteTitle || logoUrl !== null,
    isPublic: config.isPublic,
    sendsEmail: config.mail.provider !== 'outbox',
    takesPayments: config.payments.provider !== 'till',
    usesAi: config.ai.provider !== 'library',
    hasSchedule: coaching.time !== DEFAULTS.sessionTime || coaching.exceptions.length > 0,
    nextSessionAt: sessions[0]?.startsAt ?? null,
  }
  return presentToday({ viewer: admin, row, waiting, mailings, site, checks, answers })
}

/** Who sees a step of setting up the site, and answers it; every administrator without an entry. */
const STEP_RIGHTS: Partial<Record<SetupStep, Right>> = {
  name: 'settings',
  address: 'keeper',
  'email-provider': 'mail',
  payments: 'treasurer',
  'ai-provider': 'daily',
  'first-message': 'daily',
  schedule: 'settings',
  invitation: 'people',
  backup: 'keeper',
}

function mayAnswer(viewer: Pick<Viewer, 'rights'>, step: SetupStep): boolean {
  const right = STEP_RIGHTS[step]
  return right === undefined || hasRight(viewer, right)
}

/** Ends a step that needs nothing done, or opens it again. */
export async function answerStep(
  context: Context,
  admin: Admin,
  input: { step: SetupStep; answer: SetupAnswer | null },
): Promise<Today> {
  const { step, answer } = input
  if (!mayAnswer(admin, step)) {
    throw new AppError('not_allowed', 'This step belongs to somebody with another right.')
  }
  await context.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('setupAnswer').where('step', '=', step).execute()
    if (answer) {
      await trx
        .insertInto('setupAnswer')
        .values({ step, answer, answeredBy: admin.id, answeredAt: context.now() })
        .onConflict((conflict) => conflict.column('step').doUpdateSet({ answer }))
        .execute()
    }
    const detail = { step, answer: answer ?? 'none' }
    await recordAudit(trx, admin, { action: 'setup-answered', subjectId: 'setup', detail })
  })
  return readTodayPage(context, admin)
}

/** Broadcasts of a day that are listed at most. */
const MOST_MAILINGS = 5

interface TodayRow {
  failedEmails: number
  openMismatches: number
  pausedMailings: number
  hasFallback: boolean
  hasMessage: boolean
  hasReflection: boolean
  hasTomorrow: boolean
  isAutomatic: boolean
  hadMessage: boolean
  hasMembers: boolean
  hadSession: boolean
  hasBackup: boolean
  hasVerifiedEmail: boolean
  hasDanger: boolean
  unheard: number
  oldestUnheardAt: Date | null
}

/** Everything but what waits, in one statement; each part uses an index and stops at `MOST_COUNTED` rows. */
async function readToday(
  db: Queryable,
  input: { adminId: string; day: DateText; since: Date },
): Promise<TodayRow> {
  const { adminId, day, since } = input
  const most = sql.lit(MOST_COUNTED)
  const { rows } = await sql<TodayRow>`
    select
      (select count(*)::int from (select from email_message
        where failed_at >= ${since} limit ${most}) counted) as failed_emails,
      (select count(*)::int from (select from payment_mismatch
        where found_at >= ${since} and not is_mended limit ${most}) counted) as open_mismatches,
      (select count(*)::int from (select from mailing
        where status = 'paused' limit ${most}) counted) as paused_mailings,
      exists (select from daily_run
        where day = ${day} and fallback_reason is not null) as has_fallback,
      exists (select from daily_content where day = ${day} and type = 'message') as has_message,
      exists (select from daily_content
        where day = ${day} and type = 'reflection') as has_reflection,
      exists (select from daily_content
        where day = ${addDays(day, 1)} and type = 'message') as has_tomorrow,
      coalesce((select auto_generate from daily_settings), false) as is_automatic,
      exists (select from daily_content where type = 'message') as had_message,
      exists (select from member where not is_admin) as has_members,
      exists (select from live_session) as had_session,
      exists (select from backup_record) as has_backup,
      exists (select from member
        where member_id = ${adminId} and email_verified_at is not null) as has_verified_email,
      exists (select from notice where is_danger) as has_danger,
      unheard.count as unheard, unheard.oldest_at as oldest_unheard_at
    from (
      select count(*)::int as count, min(approved_at) as oldest_at from (
        select approved_at from story
        where status = 'approved' and hidden_at is null and reply_count = 0
        order by story_id limit ${most}
      ) counted
    ) unheard`.execute(db)
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
  isPublic: boolean
  sendsEmail: boolean
  takesPayments: boolean
  usesAi: boolean
  hasSchedule: boolean
  nextSessionAt: string | null
}

type Problem = Today['problems'][number]
type Step = Today['setup'][number]
type Result = { name: string; state: string; finding: string }

/** Omits what the viewer's rights don't give access to. */
function presentToday(input: {
  viewer: Pick<Viewer, 'rights'>
  row: TodayRow
  waiting: ReadonlyMap<ReviewSubject, WaitingCount>
  mailings: readonly DueMailingRow[]
  site: SiteFacts
  checks: readonly Result[]
  answers: readonly { step: string; answer: SetupAnswer }[]
}): Today {
  const { viewer, row, mailings, site, checks } = input
  const answers = new Map(input.answers.map(({ step, answer }) => [step, answer]))
  const may = (right: Right): boolean => hasRight(viewer, right)
  const queue = (right: Right, ...subjects: ReviewSubject[]): Waiting | null =>
    may(right) ? sumOf(subjects.flatMap((subject) => input.waiting.get(subject) ?? [])) : null
  const findings = checks.flatMap(({ state, finding }) => (state === 'failed' ? [finding] : []))
  const problems: (Omit<Problem, 'findings'> & { right: Right; findings?: string[] })[] = [
    { right: 'mail', kind: 'emails', count: row.failedEmails },
    { right: 'treasurer', kind: 'payments', count: row.openMismatches },
    { right: 'mail', kind: 'mailings', count: row.pausedMailings },
    { right: 'daily', kind: 'daily-run', count: row.hasFallback ? 1 : 0 },
    { right: 'keeper', kind: 'checks', count: findings.length, findings },
  ]
  const setup: SetupFact[] = [
    { step: 'name', isDone: site.isNamed },
    { step: 'verified-email', isDone: row.hasVerifiedEmail },
    { step: 'address', isDone: site.isPublic },
    { step: 'email-provider', isDone: site.sendsEmail },
    { step: 'payments', isDone: site.takesPayments },
    { step: 'ai-provider', isDone: site.usesAi },
    { step: 'first-message', isDone: row.hadMessage },
    { step: 'schedule', isDone: site.hasSchedule || row.hadSession },
    { step: 'invitation', isDone: row.hasMembers },
    { step: 'backup', isDone: row.hasBackup },
  ]
  return {
    waiting: {
      stories: queue('stories', 'story'),
      reports: queue('stories', 'story-report', 'reply-report', 'notice'),
      secondLooks: queue('stories', 'second-look'),
      guidance: queue('guidance', 'guidance'),
      replies: queue('stories', 'reply'),
      applications: queue('people', 'application'),
      prayers: queue('stories', 'prayer'),
      transcripts: queue('stories', 'transcript'),
      unheard: may('stories')
        ? { count: row.unheard, oldestAt: row.oldestUnheardAt?.toISOString() ?? null }
        : null,
    },
    hasDanger: may('stories') && row.hasDanger,
    nextSessionAt: site.nextSessionAt,
    hasOutbox: !site.sendsEmail,
    content: may('daily')
      ? {
          message: contentOf(row, row.hasMessage),
          reflection: contentOf(row, row.hasReflection),
          tomorrow: contentOf(row, row.hasTomorrow),
        }
      : null,
    mailings: (may('mail') ? mailings : []).map(({ mailingId, subject, sendAt }) => ({
      id: mailingId,
      subject,
      sendAt: sendAt.toISOString(),
    })),
    problems: problems.flatMap(({ right, ...problem }) =>
      problem.count > 0 && may(right) ? [{ findings: [], ...problem }] : [],
    ),
    setup: setup
      .filter(({ step }) => mayAnswer(viewer, step))
      .map((fact) => presentStep(fact, { checks, answer: answers.get(fact.step) ?? null })),
  }
}

/** A step before the site's checks are considered. */
type SetupFact = Pick<Step, 'step' | 'isDone'>

/** The check that says whether a step works, so that Today and Backups and health agree. */
const STEP_CHECKS: Partial<Record<SetupStep, string>> = {
  address: 'certificate',
  'email-provider': 'email-provider',
  payments: 'payment-provider',
  'ai-provider': 'ai-provider',
  backup: 'backup',
}

/** A step that its check finds broken, or has a warning about, isn't done, unless somebody answered it. */
function presentStep(
  { step, isDone }: SetupFact,
  { checks, answer }: { checks: readonly Result[]; answer: SetupAnswer | null },
): Step {
  const check = checks.find(({ name }) => name === STEP_CHECKS[step])
  const isSound = check?.state !== 'failed' && check?.state !== 'warning'
  return {
    step,
    isDone: (isDone && isSound) || answer !== null,
    answer: isDone && isSound ? null : answer,
    finding: check?.finding ?? null,
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
