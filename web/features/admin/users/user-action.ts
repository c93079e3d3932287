import type { AdminUser } from '#contract/users.ts'

/** What can be done to an account after a question. */
export type Action = 'make-admin' | 'unmake-admin' | 'suspend' | 'restore' | 'end-sessions'

export const ACTION_LABELS: Record<Action, string> = {
  'make-admin': 'Make administrator',
  'unmake-admin': 'Remove administrator rights',
  suspend: 'Suspend',
  restore: 'Restore',
  'end-sessions': 'End all sessions',
}

/** What the menu offers. The server has the last word, such as about the last administrator. */
export function actionsFor(user: AdminUser): Action[] {
  const role = user.isAdmin ? 'unmake-admin' : 'make-admin'
  if (user.isSelf) return [role, 'end-sessions']
  return [role, 'end-sessions', user.isSuspended ? 'restore' : 'suspend']
}

interface ActionWords {
  title: string
  /** What it brings about. */
  consequence: string
  done: string
  failed: string
}

export function actionWords(action: Action, { username, isSelf }: AdminUser): ActionWords {
  switch (action) {
    case 'make-admin':
      return {
        title: `Make ${username} an administrator?`,
        consequence:
          'They can moderate, answer guidance, change every setting and see this list. Their sessions end, and they sign in again.',
        done: `${username} is an administrator now`,
        failed: 'Failed to make administrator',
      }
    case 'unmake-admin':
      return {
        title: isSelf
          ? 'Remove your own administrator rights?'
          : `Remove administrator rights from ${username}?`,
        consequence: isSelf
          ? 'You leave this page at once and stay a member. Only another administrator can give the rights back.'
          : 'They lose this page at once and stay a member.',
        done: isSelf
          ? 'You are no longer an administrator'
          : `${username} is no longer an administrator`,
        failed: 'Failed to remove administrator rights',
      }
    case 'suspend':
      return {
        title: `Suspend ${username}?`,
        consequence:
          'They are signed out everywhere at once and cannot sign in until they are restored. What they wrote stays.',
        done: `${username} is suspended`,
        failed: 'Failed to suspend',
      }
    case 'restore':
      return {
        title: `Restore ${username}?`,
        consequence: 'They can sign in again. All that they wrote and had is as it was.',
        done: `${username} is restored`,
        failed: 'Failed to restore',
      }
    case 'end-sessions':
      return {
        title: isSelf ? 'End all of your sessions?' : `End all sessions of ${username}?`,
        consequence: isSelf
          ? 'You are signed out everywhere, here as well, and have to sign in again.'
          : 'They are signed out on all their devices and have to sign in again.',
        done: isSelf ? 'Your sessions are ended' : `The sessions of ${username} are ended`,
        failed: 'Failed to end sessions',
      }
  }
}
