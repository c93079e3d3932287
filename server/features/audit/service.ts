import type { Page } from '#contract/endpoint.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { presentEntry } from './present.ts'
import { insertAuditEntry, listAuditEntries } from './store.ts'

/** What an administrator did, or looked at where looking matters. */
export interface AuditEntry {
  /** Null for the operator, and for what happened to an administrator's act, such as a change that was undone. */
  adminId: string | null
  action:
    | 'story-approved'
    | 'story-withdrawn'
    | 'story-rejected'
    | 'story-removed'
    | 'story-tagged'
    | 'story-author-suspended'
    | 'reply-author-suspended'
    | 'story-author-warned'
    | 'reply-author-warned'
    | 'reply-removed'
    | 'report-kept'
    | 'tag-created'
    | 'tag-renamed'
    | 'tag-merged'
    | 'tag-removed'
    | 'outbox-read'
    | 'daily-published'
    | 'daily-removed'
    | 'daily-settings-changed'
    | 'trivia-regenerated'
    | 'trivia-question-added'
    | 'trivia-question-changed'
    | 'guidance-answered'
    | 'guidance-answer-changed'
    | 'guidance-hidden'
    | 'guidance-shown'
    | 'settings-changed'
    | 'live-started'
    | 'live-stopped'
    | 'live-recording-started'
    | 'live-recording-published'
    | 'live-recording-withdrawn'
    | 'live-recording-removed'
    | 'live-settings-changed'
    | 'email-settings-changed'
    | 'bounce-lifted'
    | 'users-listed'
    | 'user-opened'
    | 'user-purchases-read'
    | 'user-email-changed'
    | 'user-email-change-undone'
    | 'user-made-admin'
    | 'user-unmade-admin'
    | 'user-rights-changed'
    | 'user-suspended'
    | 'user-restored'
    | 'user-sessions-ended'
    | 'user-factors-reset'
    | 'admin-factor-required'
    | 'admin-factor-optional'
    | 'mailing-sent'
    | 'mailing-scheduled'
    | 'mailing-changed'
    | 'mailing-cancelled'
    | 'mailing-paused'
    | 'mailing-resumed'
    | 'test-mail-sent'
    | 'product-added'
    | 'product-drafted'
    | 'products-ordered'
    | 'product-changed'
    | 'product-published'
    | 'product-unpublished'
    | 'orders-read'
    | 'orders-exported'
    | 'refund-started'
    | 'refund-failed'
    | 'subscribers-read'
    | 'till-played'
    | 'joining-changed'
    | 'invitation-created'
    | 'invitation-revoked'
    | 'invitations-sent'
    | 'application-approved'
    | 'application-declined'
    | 'reply-approved'
    | 'reply-declined'
  subjectType:
    | 'live'
    | 'live-recording'
    | 'user'
    | 'settings'
    | 'story'
    | 'reply'
    | 'tag'
    | 'guidance'
    | 'outbox'
    | 'bounced-email'
    | 'trivia'
    | 'trivia-question'
    | 'daily'
    | 'product'
    | 'mailing'
    | 'purchase'
    | 'payment'
    | 'till-record'
    | 'invitation'
    | 'application'
  subjectId: string
  /** Administrators read it: it holds no name, no address and nothing a member wrote. */
  detail?: Record<string, string | number | string[]> | undefined
}

/** Remembers an act in the transaction that does it. */
export function recordAudit(trx: Queryable, entry: AuditEntry): Promise<void> {
  const { detail = {}, ...values } = entry
  return insertAuditEntry(trx, { ...values, detail: JSON.stringify(detail) })
}

/** What administrators did, newest first. */
export async function readAuditLog(
  context: Context,
  query: { page: number; pageSize: number; action?: string | undefined },
): Promise<Page<AuditLogEntry>> {
  const { rows, total } = await listAuditEntries(context.db, {
    action: query.action,
    limit: query.pageSize,
    offset: (query.page - 1) * query.pageSize,
  })
  return { items: rows.map(presentEntry), total }
}
