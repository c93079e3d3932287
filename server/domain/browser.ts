import type { Viewer } from './viewer.ts'

/** The facts that a call reveals about its browser. */
export interface Browser {
  /** The caller's network, for limits only; never stored or logged in the clear. */
  address: string
  /** Browser and system in words, such as 'Firefox on Android'. */
  device: string
  /** The member who is signed in with this browser; a new sign-in ends their session. */
  viewer: Viewer | undefined
  /** See `known-device.ts`. */
  deviceCookie: string | undefined
  /** See `code-browser.ts`. */
  codeCookie: string | undefined
}
