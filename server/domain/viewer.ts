import type { Right } from '#contract/rights.ts'

declare const proven: unique symbol

/** A signed-in member, proven by the session. Minted only in `http/session.ts`. */
export interface Viewer {
  readonly [proven]: 'member' | 'admin'
  id: string
  sessionId: number
  /** When the session began, which is when the member last proved who they are with a credential. */
  signedInAt: Date
  anonymousUsername: string
  /** Empty while `isFactorOverdue`. */
  rights: readonly Right[]
  /** Whether they have any right. */
  isAdmin: boolean
  /**
   * The session began through an email address that an administrator set. Until then it cannot open
   * private writing; null for every other session.
   */
  heldUntil: Date | null
  /** An administrator who needs a second factor, has none, and whose time to set one up is over. */
  isFactorOverdue: boolean
  /** Whether they have muted somebody. */
  hasMutes: boolean
  /** IANA name. */
  timeZone: string
  /** When the account was created. */
  joinedAt: Date
}

/** A signed-in member with the right that the call names, proven by the session. */
export type Admin = Viewer & { readonly [proven]: 'admin'; isAdmin: true }

export function hasRight(viewer: Pick<Viewer, 'rights'> | undefined, right: Right): boolean {
  return viewer?.rights.includes(right) ?? false
}
