import type { SecurityEvent, SecurityEventKind } from '#contract/security-log.ts'

const LABELS: Record<SecurityEventKind, string> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed sign-in',
  'factor-failed': 'Failed second step at sign-in',
  'step-up-failed': 'Failed confirmation that it’s you',
  'failures-emailed': 'Email sent about failed attempts',
  'sessions-ended': 'Signed out everywhere else',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'email-changed': 'Email changed',
  'email-changed-by-admin': 'Email changed by an administrator',
  'email-change-undone': 'Email change undone',
  'pseudonym-changed': 'Community username changed',
  'factor-added': 'Sign-in method added',
  'factor-removed': 'Sign-in method removed',
  'recovery-codes-made': 'Recovery codes created',
  'data-exported': 'Data downloaded',
}

/** Describes an event, such as 'Failed sign-in, 3 times'. */
export function eventLabel({ kind, times }: Pick<SecurityEvent, 'kind' | 'times'>): string {
  return times > 1 ? `${LABELS[kind]}, ${times} times` : LABELS[kind]
}
