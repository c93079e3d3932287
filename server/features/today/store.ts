import { sql } from 'kysely'
import type { DateText } from '#contract/logical-date.ts'
import { MOST_COUNTED } from '#contract/today.ts'
import type { Queryable } from '#server/db/connect.ts'

/** Broadcasts of a day that are listed at most. */
const MOST_MAILINGS = 5

export interface TodayRow {
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

/** Everything but what waits, in one statement; each part uses an index and stops at `MOST_COUNTED` rows. */
export async function readToday(
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

export interface DueMailingRow {
  mailingId: number
  subject: string
  sendAt: Date
}

/** The next broadcasts that are due before an instant. */
export function listDueMailings(db: Queryable, before: Date): Promise<DueMailingRow[]> {
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
