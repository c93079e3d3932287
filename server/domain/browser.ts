import type { Viewer } from './viewer.ts'

/** What a call tells about the browser that it came from. */
export interface Browser {
  /** The caller's network, for limits only; never stored or logged in the clear. */
  address: string
  /** Browser and system in words, such as 'Firefox on Android'. */
  device: string
  /** The member who is signed in here; a new sign-in ends that session. */
  viewer: Viewer | undefined
  /** See `known-device.ts`. */
  deviceCookie: string | undefined
  /** See `code-browser.ts`. */
  codeCookie: string | undefined
}
