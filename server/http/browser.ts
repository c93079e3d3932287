import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from '#server/domain/browser.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { type OwnCookie, ownCookie, type Sessions } from './session.ts'

/** Seconds; browsers keep no cookie for longer than 400 days (RFC 6265bis, section 5.5). */
const DEVICE_SECONDS = 400 * 24 * 60 * 60
/** Seconds; a little longer than the code, so that a late one is called wrong and not foreign. */
const CODE_SECONDS = 60 * 60

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
}

export function createBrowsers(sessions: Sessions): Browsers {
  const isSecure = sessions.cookie.options.secure
  const device = ownCookie({ name: 'folx-device', isSecure, maxAge: DEVICE_SECONDS })
  const code = ownCookie({ name: 'folx-code', isSecure, maxAge: CODE_SECONDS })
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
    },
    rememberDevice: (reply, deviceCookie) => set(reply, device, deviceCookie),
    bindCode: (reply, codeCookie) => set(reply, code, codeCookie),
  }
}
