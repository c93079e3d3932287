import type { Right } from '#contract/rights.ts'

declare const proven: unique symbol

/** A signed-in member, proven by the session. Created only in `http/session.ts`. */
export interface Viewer {
  readonly [proven]: 'member' | 'admin'
  id: string
  sessionId: number
  /** When the session began, which is when the member last authenticated with a credential. */
  signedInAt: Date
  anonymousUsername: string
  /** Empty while `isFactorOverdue`. */
  rights: readonly Right[]
  /** Whether they have any right. */
  isAdmin: boolean
  /**
   * The session cannot open private writing until then, because it began through an email address
   * that an administrator set; null for every other session.
   */
  heldUntil: Date | null
  /**
   * An administrator who needs a second factor, has none, and whose time to set one up has passed.
   */
  isFactorOverdue: boolean
  /** Whether they have muted anyone. */
  hasMutes: boolean
  /** IANA name. */
  timeZone: string
  /** When the account was created. */
  joinedAt: Date
}

/** A signed-in member with the right that the call requires, proven by the session. */
export type Admin = Viewer & { readonly [proven]: 'admin'; isAdmin: true }

export function hasRight(viewer: Pick<Viewer, 'rights'> | undefined, right: Right): boolean {
  return viewer?.rights.includes(right) ?? false
}
