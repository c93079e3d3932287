import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import { readCookie, writeCookie } from '#web/lib/cookies.ts'

/** Remembers this device's neutral name for pages before sign-in. `before-paint.js` reads it too. */
const NEUTRAL_NAME_COOKIE = 'neutral-name'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The neutral name that this device was last given, or null. */
export function deviceNeutralName(): NeutralName | null {
  return neutralNameOf(readCookie(NEUTRAL_NAME_COOKIE))
}

export function neutralNameOf(cookie: string | undefined): NeutralName | null {
  return cookie !== undefined && isNeutralName(cookie) ? cookie : null
}

export function keepNeutralName(name: NeutralName | null): void {
  writeCookie(NEUTRAL_NAME_COOKIE, name ?? '', name ? YEAR_SECONDS : 0)
}

function isNeutralName(name: string): name is NeutralName {
  return Object.hasOwn(NEUTRAL_NAMES, name)
}
