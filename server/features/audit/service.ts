import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice } from '#server/db/page.ts'
import type { Json } from '#server/db/schema.gen.ts'
import type { InstantRange } from '#server/domain/date-range.ts'
import { nameKey } from '#server/domain/name-key.ts'
import type { Admin } from '#server/domain/viewer.ts'

/** All actions, each with the type of its subject. */
const SUBJECT_TYPES = {
  'story-approved': 'story',
  'story-withdrawn': 'story',
  'story-rejected': 'story',
  'story-removed': 'story',
  'story-tagged': 'story',
  'story-author-suspended': 'story',
  'reply-author-suspended': 'reply',
  'story-author-warned': 'story',
  'reply-author-warned': 'reply',
  'reply-removed': 'reply',
  'report-kept': 'story',
  'tag-created': 'tag',
  'tag-renamed': 'tag',
  'tag-merged': 'tag',
  'tag-removed': 'tag',
  'outbox-read': 'outbox',
  'daily-published': 'daily',
  'daily-removed': 'daily',
  'daily-settings-changed': 'daily',
  'business-words-changed': 'daily',
  'trivia-regenerated': 'trivia',
  'trivia-question-added': 'trivia-question',
  'trivia-question-changed': 'trivia-question',
  'trivia-questions-imported': 'trivia-question',
  'guidance-answered': 'guidance',
  'guidance-answer-changed': 'guidance',
  'guidance-answer-proposed': 'guidance',
  'guidance-answer-returned': 'guidance',
  'guidance-hidden': 'guidance',
  'guidance-shown': 'guidance',
  'settings-changed': 'settings',
  'setup-answered': 'settings',
  'backup-started': 'settings',
  'restore-tried': 'settings',
  // Recorded by `confirmRestoration`.
  'site-restored': 'settings',
  'backup-time-changed': 'settings',
  'connection-changed': 'settings',
  'connection-removed': 'settings',
  'live-started': 'live',
  'live-stopped': 'live',
  'live-recording-started': 'live-recording',
  'live-recording-published': 'live-recording',
  'live-recording-withdrawn': 'live-recording',
  'live-recording-removed': 'live-recording',
  'live-settings-changed': 'live',
  'email-settings-changed': 'settings',
  'bounce-lifted': 'bounced-email',
  'users-listed': 'user',
  'user-opened': 'user',
  'user-purchases-read': 'user',
  'user-email-changed': 'user',
  'user-email-change-undone': 'user',
  'user-rights-changed': 'user',
  'user-suspended': 'user',
  'user-restored': 'user',
  'user-sessions-ended': 'user',
  'user-factors-reset': 'user',
  'admin-factor-required': 'settings',
  'admin-factor-optional': 'settings',
  'mailing-sent': 'mailing',
  'mailing-scheduled': 'mailing',
  'mailing-changed': 'mailing',
  'mailing-cancelled': 'mailing',
  'mailing-paused': 'mailing',
  'mailing-resumed': 'mailing',
  'test-mail-sent': 'mailing',
  'product-added': 'product',
  'product-drafted': 'product',
  'products-ordered': 'product',
  'product-changed': 'product',
  'product-published': 'product',
  'product-unpublished': 'product',
  'orders-read': 'purchase',
  'orders-exported': 'purchase',
  'refund-started': 'payment',
  'refund-failed': 'payment',
  'subscribers-read': 'purchase',
  'subscription-ended': 'purchase',
  'till-played': 'till-record',
  'joining-changed': 'settings',
  'invitation-created': 'invitation',
  'invitation-revoked': 'invitation',
  'invitations-sent': 'invitation',
  'application-approved': 'application',
  'application-declined': 'application',
  'notice-upheld': 'notice',
  'notice-refused': 'notice',
  'second-look-kept': 'second-look',
  'second-look-changed': 'second-look',
  'reply-approved': 'reply',
  'reply-declined': 'reply',
  'prayer-approved': 'prayer',
  'prayer-returned': 'prayer',
  'prayer-withdrawn': 'prayer',
  'prayer-author-suspended': 'prayer',
  'transcript-written': 'story',
  'transcript-approved': 'story',
  'transcript-returned': 'story',
} as const

export type AuditAction = keyof typeof SUBJECT_TYPES

/** An administrator's action, or a view of sensitive data. */
export interface AuditEntry {
  action: AuditAction
  /** Empty by default, for an action without a single subject. */
  subjectId?: string | number
  /** Needed only if it is not the action's usual one. */
  subjectType?: 'story' | 'reply'
  /** Shown to administrators: must contain no name, no address and nothing a member wrote. */
  detail?: Record<string, string | number | string[]> | undefined
}

/**
 * Records an action in the transaction that performs it. `admin` is null for the operator, and when
 * somebody undoes an administrator's change.
 */
export function recordAudit(
  trx: Queryable,
  admin: Pick<Admin, 'id'> | null,
  entry: AuditEntry,
): Promise<void> {
  const { action, subjectId = '', subjectType = SUBJECT_TYPES[action], detail = {} } = entry
  return insertAuditEntry(trx, {
    adminId: admin?.id ?? null,
    action,
    subjectType,
    subjectId: String(subjectId),
    detail: JSON.stringify(detail),
  })
}

export interface AuditRow {
  auditEntryId: number
  /** The administrator's; null if the account was deleted or the entry has none. */
  anonymousUsername: string | null
  action: string
  subjectType: string
  subjectId: string
  detail: Json
  createdAt: Date
}

async function insertAuditEntry(
  db: Queryable,
  entry: {
    adminId: string | null
    action: string
    subjectType: string
    subjectId: string
    /** JSON. */
    detail: string
  },
): Promise<void> {
  await db.insertInto('auditEntry').values(entry).execute()
}

/** Filters by action, administrator and time. */
interface AuditSelection extends InstantRange {
  /** All if left out. */
  actions?: readonly string[] | undefined
  adminId?: string | undefined
}

/** The log, newest first. */
export async function listAuditEntries(
  db: Queryable,
  { limit, offset, ...selection }: AuditSelection & Slice,
): Promise<Listed<AuditRow>> {
  const { actions, adminId, since, before } = selection
  let query = db.selectFrom('auditEntry')
  if (actions) query = query.where('action', 'in', actions)
  if (adminId) query = query.where('adminId', '=', adminId)
  if (since) query = query.where('auditEntry.createdAt', '>=', since)
  if (before) query = query.where('auditEntry.createdAt', '<', before)
  const [rows, total] = await Promise.all([
    query
      .leftJoin('member', 'member.memberId', 'auditEntry.adminId')
      .select([
        'auditEntry.auditEntryId',
        'member.anonymousUsername',
        'auditEntry.action',
        'auditEntry.subjectType',
        'auditEntry.subjectId',
        'auditEntry.detail',
        'auditEntry.createdAt',
      ])
      .orderBy('auditEntry.createdAt', 'desc')
      .orderBy('auditEntryId', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(query),
  ])
  return { rows, total }
}

/** The administrators in the log, with one index lookup for each. */
export async function listAuditPeople(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ anonymousUsername: string }>`
    with recursive person as (
      (select admin_id from audit_entry where admin_id is not null order by admin_id limit 1)
      union all
      select next.admin_id from person, lateral (
        select admin_id from audit_entry where admin_id > person.admin_id
        order by admin_id limit 1
      ) next
    )
    select anonymous_username from person join member on member_id = person.admin_id
    order by anonymous_username`.execute(db)
  return rows.map(({ anonymousUsername }) => anonymousUsername)
}

export async function findMemberIdByPseudonym(
  db: Queryable,
  anonymousUsername: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .select('memberId')
    .where('anonymousUsernameKey', '=', nameKey(anonymousUsername))
    .executeTakeFirst()
  return row?.memberId
}

/** The subject of an entry. */
export interface AuditSubject {
  subjectType: string
  id: number
  about: string
  storyId: number | null
}

/** The names of subjects with numeric ids, limited to those that the reader may see anyway. */
export async function listAuditSubjects(
  db: Queryable,
  input: {
    idsOf: (subjectType: string) => number[]
    sees: Record<'stories' | 'guidance' | 'products' | 'mailings' | 'questions', boolean>
  },
): Promise<AuditSubject[]> {
  const { idsOf, sees } = input
  const { rows } = await sql<AuditSubject>`
    select 'story' as subject_type, story_id as id, title as about, story_id from story
    where story_id = any(${idsOf('story')}::int[])
      and (${sees.stories} or (status = 'approved' and hidden_at is null))
    union all
    select 'reply', reply_id, s.title, s.story_id from reply r join story s using (story_id)
    where reply_id = any(${idsOf('reply')}::int[])
      and (${sees.stories} or (s.status = 'approved' and s.hidden_at is null))
    union all
    select 'prayer', prayer_request_id, left(content, 80), null from prayer_request
    where prayer_request_id = any(${idsOf('prayer')}::int[]) and ${sees.stories}
    union all
    select 'second-look', l.second_look_id, coalesce(s.title, left(p.content, 80)), s.story_id
    from second_look l
    left join story s on l.subject = 'story' and s.story_id = l.subject_id
    left join prayer_request p on l.subject = 'prayer' and p.prayer_request_id = l.subject_id
    where l.second_look_id = any(${idsOf('second-look')}::int[]) and ${sees.stories}
      and coalesce(s.title, p.content) is not null
    union all
    select 'guidance', guidance_request_id, concat(category, ' ', to_json(created_at) #>> '{}'), null
    from guidance_request
    where guidance_request_id = any(${idsOf('guidance')}::int[]) and ${sees.guidance}
    union all
    select 'product', product_id, title, null from product
    where product_id = any(${idsOf('product')}::int[]) and (${sees.products} or not is_deleted)
    union all
    select 'payment', payment_id, p.title, null
    from payment join checkout c using (checkout_id) join product p using (product_id)
    where payment_id = any(${idsOf('payment')}::int[]) and ${sees.products}
    union all
    select 'mailing', mailing_id, subject, null from mailing
    where mailing_id = any(${idsOf('mailing')}::int[]) and ${sees.mailings}
    union all
    select 'trivia-question', trivia_question_id, left(question, 80), null from trivia_question
    where trivia_question_id = any(${idsOf('trivia-question')}::int[]) and ${sees.questions}`.execute(
    db,
  )
  return rows
}
