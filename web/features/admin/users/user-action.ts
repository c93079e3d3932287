import type { AdminUser } from '#contract/users.ts'

/** Actions on an account that must be confirmed. */
export type Action = 'suspend' | 'restore' | 'end-sessions'

export const ACTION_LABELS: Record<Action, string> = {
  suspend: 'Suspend',
  restore: 'Restore',
  'end-sessions': 'End all sessions',
}

/** The actions in the menu. The server may still refuse one, for example for a team member. */
export function actionsFor(user: AdminUser): Action[] {
  if (user.isSelf) return ['end-sessions']
  return ['end-sessions', user.isSuspended ? 'restore' : 'suspend']
}

interface ActionWords {
  title: string
  /** What happens when it is confirmed. */
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
          'They’ll be signed out everywhere and can’t sign in until someone restores their account. What they wrote stays.',
        done: `${username} is suspended`,
        failed: 'Failed to suspend',
      }
    case 'restore':
      return {
        title: `Restore ${username}?`,
        consequence: 'They can sign in again, with everything as it was.',
        done: `${username} is restored`,
        failed: 'Failed to restore',
      }
    case 'end-sessions':
      return {
        title: isSelf ? 'End all of your sessions?' : `End all sessions for ${username}?`,
        consequence: isSelf
          ? 'You’ll be signed out everywhere, including here, and have to sign in again.'
          : 'They’ll be signed out on all devices and have to sign in again.',
        done: isSelf ? 'Your sessions have ended' : `All sessions for ${username} have ended`,
        failed: 'Failed to end sessions',
      }
  }
}
