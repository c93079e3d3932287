import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { newToken, type OwnCookie, ownCookie, type Sessions } from './session.ts'

/** Seconds; browsers keep no cookie for longer than 400 days (RFC 6265bis, section 5.5). */
const DEVICE_SECONDS = 400 * 24 * 60 * 60
/** Seconds; a little longer than the code, so that a late one is called wrong and not foreign. */
const CODE_SECONDS = 60 * 60
/** Seconds; the server forgets what they stand for earlier. */
const FACTOR_SECONDS = 15 * 60

/** What a sign-in leaves in the browser. */
export interface NewCookies {
  /** Of the session. */
  token: string
  deviceCookie: string
}

/** Reads and writes the cookies of browsers. */
export interface Browsers {
  of(call: { request: FastifyRequest; address: string; viewer: Viewer | undefined }): Browser
  signIn(reply: FastifyReply, cookies: NewCookies): void
  rememberDevice(reply: FastifyReply, deviceCookie: string): void
  bindCode(reply: FastifyReply, codeCookie: string): void
  /** A sign-in that waits for the second factor. */
  hold(reply: FastifyReply, pendingToken: string): void
  findHeld(request: FastifyRequest): string | undefined
  /** What the challenges for passkeys are bound to before anybody is signed in. */
  bindPasskey(call: { request: FastifyRequest; reply: FastifyReply }): string
  findPasskeyToken(request: FastifyRequest): string | undefined
}

export function createBrowsers(sessions: Sessions): Browsers {
  const isSecure = sessions.cookie.options.secure
  const device = ownCookie({ name: 'folx-device', isSecure, maxAge: DEVICE_SECONDS })
  const code = ownCookie({ name: 'folx-code', isSecure, maxAge: CODE_SECONDS })
  const held = ownCookie({ name: 'folx-pending', isSecure, maxAge: FACTOR_SECONDS })
  const passkey = ownCookie({ name: 'folx-passkey', isSecure, maxAge: FACTOR_SECONDS })
  const set = (reply: FastifyReply, cookie: OwnCookie, value: string): void => {
    reply.setCookie(cookie.name, value, cookie.options)
  }
  return {
    of: ({ request, address, viewer }) => ({
      address,
      viewer,
      device: deviceName(request.headers['user-agent']),
      deviceCookie: request.cookies[device.name],
      codeCookie: request.cookies[code.name],
    }),
    signIn: (reply, { token, deviceCookie }) => {
      set(reply, sessions.cookie, token)
      set(reply, device, deviceCookie)
      const { maxAge: _, ...options } = held.options
      reply.clearCookie(held.name, options)
    },
    rememberDevice: (reply, deviceCookie) => set(reply, device, deviceCookie),
    bindCode: (reply, codeCookie) => set(reply, code, codeCookie),
    hold: (reply, pendingToken) => set(reply, held, pendingToken),
    findHeld: (request) => request.cookies[held.name],
    bindPasskey: ({ request, reply }) => {
      // Kept while it lasts, so that several open pages can each have a challenge.
      const token = request.cookies[passkey.name] ?? newToken()
      set(reply, passkey, token)
      return token
    },
    findPasskeyToken: (request) => request.cookies[passkey.name],
  }
}

/** Sets the cookies of a sign-in. Throws `factor_required` for one that waits for a second factor. */
export function enterSession<User>(
  reply: FastifyReply,
  browsers: Browsers,
  signIn: (NewCookies & { user: User }) | { pendingToken: string },
): User {
  if ('pendingToken' in signIn) {
    browsers.hold(reply, signIn.pendingToken)
    throw new AppError('factor_required', 'Confirm it’s you with your second factor.')
  }
  const { user, ...cookies } = signIn
  browsers.signIn(reply, cookies)
  return user
}
