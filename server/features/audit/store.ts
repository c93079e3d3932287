import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice } from '#server/db/page.ts'
import type { Json } from '#server/db/schema.gen.ts'
import type { InstantRange } from '#server/domain/date-range.ts'
import { nameKey } from '#server/domain/name-key.ts'

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

export async function insertAuditEntry(
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
export interface AuditSelection extends InstantRange {
  action: string | undefined
  adminId: string | undefined
}

/** The log, newest first. */
export async function listAuditEntries(
  db: Queryable,
  { limit, offset, ...selection }: AuditSelection & Slice,
): Promise<Listed<AuditRow>> {
  const { action, adminId, since, before } = selection
  let query = db.selectFrom('auditEntry')
  if (action) query = query.where('action', '=', action)
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

export async function findAuditPerson(
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
    sees: { stories: boolean; products: boolean; mailings: boolean }
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
    select 'product', product_id, title, null from product
    where product_id = any(${idsOf('product')}::int[]) and (${sees.products} or not is_deleted)
    union all
    select 'payment', payment_id, p.title, null
    from payment join checkout c using (checkout_id) join product p using (product_id)
    where payment_id = any(${idsOf('payment')}::int[]) and ${sees.products}
    union all
    select 'mailing', mailing_id, subject, null from mailing
    where mailing_id = any(${idsOf('mailing')}::int[]) and ${sees.mailings}`.execute(db)
  return rows
}
