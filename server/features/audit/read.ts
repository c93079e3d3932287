import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { DateRange, PageQuery } from '#contract/fields.ts'
import { AuditLogEntry } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { findCheckpoint } from '#server/db/checkpoint.ts'
import { type Listed, sliceOf } from '#server/db/page.ts'
import { instantsOf } from '#server/domain/date-range.ts'
import { type Admin, hasRight } from '#server/domain/viewer.ts'
import { readSettings } from '../settings/service.ts'
import {
  type AuditAction,
  type AuditRow,
  type AuditSubject,
  findMemberIdByPseudonym,
  listAuditEntries,
  listAuditPeople,
  listAuditSubjects,
} from './service.ts'

/** The audit log, newest first, with the names of the entries' subjects. */
export async function readAuditLog(
  context: Context,
  admin: Admin,
  query: PageQuery & DateRange & { action?: string | undefined; by?: string | undefined },
): Promise<Page<AuditLogEntry>> {
  const { db } = context
  const { action, by } = query
  const adminId = by ? await findMemberIdByPseudonym(db, by) : undefined
  if (by && !adminId) return { items: [], total: 0 }
  const { timeZone } = await readSettings(db)
  const listed = await listAuditEntries(db, {
    actions: action ? [action] : undefined,
    adminId,
    ...instantsOf(query, timeZone),
    ...sliceOf(query),
  })
  return presentPage(context, admin, listed)
}

/** The entries about some actions, newest first, for an administrator who may take them. */
export async function readActions(
  context: Context,
  admin: Admin,
  { actions, ...query }: PageQuery & { actions: readonly AuditAction[] },
): Promise<Page<AuditLogEntry>> {
  const range = { since: undefined, before: undefined }
  const listed = await listAuditEntries(context.db, { actions, ...range, ...sliceOf(query) })
  return presentPage(context, admin, listed)
}

async function presentPage(
  context: Context,
  admin: Admin,
  { rows, total }: Listed<AuditRow>,
): Promise<Page<AuditLogEntry>> {
  const subjects = await readSubjects(context, admin, rows)
  return { items: rows.map((row) => presentEntry(row, subjects.get(keyOf(row)))), total }
}

/** The community usernames of everyone with an entry in the log. */
export function readAuditPeople(context: Context): Promise<string[]> {
  return listAuditPeople(context.db)
}

/** The newest checkpoint of the log, in words; null while the log is empty. */
export function readCheckpoint({ db }: Context): Promise<string | null> {
  return findCheckpoint((statement) => sql.raw(statement).execute(db))
}

async function readSubjects(
  { db }: Context,
  admin: Admin,
  rows: readonly AuditRow[],
): Promise<Map<string, AuditSubject>> {
  const numbered = rows.filter(({ subjectId }) => /^[1-9]\d{0,8}$/.test(subjectId))
  const byType = Map.groupBy(numbered, ({ subjectType }) => subjectType)
  const subjects = await listAuditSubjects(db, {
    idsOf: (type) => (byType.get(type) ?? []).map(({ subjectId }) => Number(subjectId)),
    sees: {
      stories: hasRight(admin, 'stories'),
      guidance: hasRight(admin, 'guidance'),
      products: hasRight(admin, 'treasurer'),
      mailings: hasRight(admin, 'mail'),
      questions: hasRight(admin, 'daily'),
    },
  })
  return new Map(subjects.map((one) => [keyOf({ ...one, subjectId: String(one.id) }), one]))
}

function keyOf(entry: { subjectType: string; subjectId: string }): string {
  return `${entry.subjectType} ${entry.subjectId}`
}

/** @param subject what the entry is about, if it has a name and still exists */
function presentEntry(row: AuditRow, subject: AuditSubject | undefined): AuditLogEntry {
  return {
    id: row.auditEntryId,
    anonymousUsername: row.anonymousUsername,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    about: subject?.about ?? null,
    storyId: subject?.storyId ?? null,
    detail: AuditLogEntry.shape.detail.parse(row.detail),
    createdAt: row.createdAt.toISOString(),
  }
}
