import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { newToken, type OwnCookie, ownCookie, type Sessions } from './session.ts'

/** Seconds; browsers keep no cookie for longer than 400 days (RFC 6265bis, section 5.5). */
const DEVICE_SECONDS = 400 * 24 * 60 * 60
/** Seconds; longer than the code works, so a late one isn't taken for a code of another browser. */
const CODE_SECONDS = 60 * 60
/** Seconds; what they refer to expires earlier on the server. */
const FACTOR_SECONDS = 15 * 60

/** The cookies that a sign-in sets. */
export interface NewCookies {
  /** The session's token. */
  token: string
  deviceCookie: string
}

/** Reads and writes the cookies of browsers. */
export interface Browsers {
  of(call: { request: FastifyRequest; address: string; viewer: Viewer | undefined }): Browser
  signIn(reply: FastifyReply, cookies: NewCookies): void
  rememberDevice(reply: FastifyReply, deviceCookie: string): void
  bindCode(reply: FastifyReply, codeCookie: string): void
  /** Remembers a sign-in that is pending until the second factor is proven. */
  setPending(reply: FastifyReply, pendingToken: string): void
  findPending(request: FastifyRequest): string | undefined
  /** Returns the token that passkey challenges are bound to before anyone is signed in. */
  bindPasskey(call: { request: FastifyRequest; reply: FastifyReply }): string
  findPasskeyToken(request: FastifyRequest): string | undefined
}

export function createBrowsers(sessions: Sessions): Browsers {
  const isSecure = sessions.cookie.options.secure
  const device = ownCookie({ name: 'folx-device', isSecure, maxAge: DEVICE_SECONDS })
  const code = ownCookie({ name: 'folx-code', isSecure, maxAge: CODE_SECONDS })
  const pending = ownCookie({ name: 'folx-pending', isSecure, maxAge: FACTOR_SECONDS })
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
      const { maxAge: _, ...options } = pending.options
      reply.clearCookie(pending.name, options)
    },
    rememberDevice: (reply, deviceCookie) => set(reply, device, deviceCookie),
    bindCode: (reply, codeCookie) => set(reply, code, codeCookie),
    setPending: (reply, pendingToken) => set(reply, pending, pendingToken),
    findPending: (request) => request.cookies[pending.name],
    bindPasskey: ({ request, reply }) => {
      // A token that exists is reused, so several open pages can each have a challenge.
      const token = request.cookies[passkey.name] ?? newToken()
      set(reply, passkey, token)
      return token
    },
    findPasskeyToken: (request) => request.cookies[passkey.name],
  }
}

/** Sets the cookies of a sign-in. Throws `factor_required` if it still needs a second factor. */
export function enterSession<User>(
  reply: FastifyReply,
  browsers: Browsers,
  signIn: (NewCookies & { user: User }) | { pendingToken: string },
): User {
  if ('pendingToken' in signIn) {
    browsers.setPending(reply, signIn.pendingToken)
    throw new AppError('factor_required', 'Confirm it’s you with your second factor.')
  }
  const { user, ...cookies } = signIn
  browsers.signIn(reply, cookies)
  return user
}
