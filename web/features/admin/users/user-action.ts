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
          'They can moderate, answer guidance, change every setting and see this list. They’re signed out and have to sign in again.',
        done: `${username} is an administrator now`,
        failed: 'Failed to make administrator',
      }
    case 'unmake-admin':
      return {
        title: isSelf
          ? 'Remove your own administrator rights?'
          : `Remove administrator rights from ${username}?`,
        consequence: isSelf
          ? 'You lose this page right away and stay a member. Only another administrator can make you one again.'
          : 'They lose this page right away and stay a member.',
        done: isSelf
          ? 'You are no longer an administrator'
          : `${username} is no longer an administrator`,
        failed: 'Failed to remove administrator rights',
      }
    case 'suspend':
      return {
        title: `Suspend ${username}?`,
        consequence:
          'They’re signed out everywhere and can’t sign in until someone restores them. Their writing stays.',
        done: `${username} is suspended`,
        failed: 'Failed to suspend',
      }
    case 'restore':
      return {
        title: `Restore ${username}?`,
        consequence: 'They can sign in again. Everything is as it was.',
        done: `${username} is restored`,
        failed: 'Failed to restore',
      }
    case 'end-sessions':
      return {
        title: isSelf ? 'End all of your sessions?' : `End all sessions of ${username}?`,
        consequence: isSelf
          ? 'You’ll be signed out everywhere, including here, and have to sign in again.'
          : 'They’ll be signed out on all devices and have to sign in again.',
        done: isSelf ? 'Your sessions are ended' : `The sessions of ${username} are ended`,
        failed: 'Failed to end sessions',
      }
  }
}
