import type { Queryable } from '#server/db/connect.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { insertAuditEntry } from './store.ts'

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
  'trivia-regenerated': 'trivia',
  'trivia-question-added': 'trivia-question',
  'trivia-question-changed': 'trivia-question',
  'guidance-answered': 'guidance',
  'guidance-answer-changed': 'guidance',
  'guidance-hidden': 'guidance',
  'guidance-shown': 'guidance',
  'settings-changed': 'settings',
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
  'till-played': 'till-record',
  'joining-changed': 'settings',
  'invitation-created': 'invitation',
  'invitation-revoked': 'invitation',
  'invitations-sent': 'invitation',
  'application-approved': 'application',
  'application-declined': 'application',
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
    ...{ adminId: admin?.id ?? null, action, subjectType },
    ...{ subjectId: String(subjectId), detail: JSON.stringify(detail) },
  })
}
