import type { AdminUser } from '#contract/users.ts'

/** What can be done to an account after a question. */
export type Action = 'suspend' | 'restore' | 'end-sessions'

export const ACTION_LABELS: Record<Action, string> = {
  suspend: 'Suspend',
  restore: 'Restore',
  'end-sessions': 'End all sessions',
}

/** What the menu offers. The server has the last word, such as about the team. */
export function actionsFor(user: AdminUser): Action[] {
  if (user.isSelf) return ['end-sessions']
  return ['end-sessions', user.isSuspended ? 'restore' : 'suspend']
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
