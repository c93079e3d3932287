import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountEndpoints, type User } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { createBrowsers, enterSession } from '#server/http/browser.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { type Sessions, sessionEnd } from '#server/http/session.ts'
import { requireAdmission } from '../joining/admission.ts'
import { requestCode, signInWithCode } from './codes.ts'
import { createFirstAdmin, isFirstAdminLink } from './first-admin.ts'
import { changeUser, requestReset, resetPassword, signInWithPassword } from './passwords.ts'
import {
  isAnonymousUsernameFree,
  isEmailFree,
  isUsernameFree,
  readUser,
  register,
} from './service.ts'
import { endOwnSession, listOwnSessions, type SignIn, signOut } from './sessions.ts'

export function accountRoutes(route: RouteBinder, context: Context, sessions: Sessions): void {
  const { db, limits } = context
  const browsers = createBrowsers(sessions)
  const enter = (reply: FastifyReply, signIn: SignIn): User => enterSession(reply, browsers, signIn)
  const leave = (reply: FastifyReply): void => {
    const { maxAge: _, ...options } = sessions.cookie.options
    reply.clearCookie(sessions.cookie.name, options)
  }

  route(accountEndpoints.currentUser, async ({ viewer, request, reply }) => {
    const user = await readUser(context, viewer)
    // Each visit extends the session, so the cookie is extended too.
    const token = request.cookies[sessions.cookie.name]
    const now = context.now()
    const end = sessionEnd({ createdAt: viewer.signedInAt, now })
    const maxAge = Math.floor((end.getTime() - now.getTime()) / 1000)
    if (token) reply.setCookie(sessions.cookie.name, token, { ...sessions.cookie.options, maxAge })
    return user
  })

  route(accountEndpoints.login, async (call) => {
    const browser = browsers.of(call)
    return enter(call.reply, await signInWithPassword(context, { ...call.body, browser }))
  })
  route(accountEndpoints.register, async (call) => {
    const input = { registration: call.body, browser: browsers.of(call) }
    return enter(call.reply, await register(context, input))
  })
  route(accountEndpoints.checkFirstAdminLink, async ({ body, address }) => ({
    isValid: await isFirstAdminLink(context, { token: body.token, address }),
  }))
  route(accountEndpoints.createFirstAdmin, async (call) => {
    const input = { registration: call.body, browser: browsers.of(call) }
    return enter(call.reply, await createFirstAdmin(context, input))
  })
  route(accountEndpoints.logout, async ({ request, reply }) => {
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    if (viewer) await signOut(context, viewer)
    leave(reply)
  })

  route(accountEndpoints.requestOtp, async (call) => {
    const { email } = call.body
    const cookie = await requestCode(context, { email, browser: browsers.of(call) })
    browsers.bindCode(call.reply, cookie)
    return { message: 'If this address can receive email, a code is on its way.' }
  })
  route(accountEndpoints.verifyOtp, async (call) => {
    const entry = { ...call.body, browser: browsers.of(call) }
    return enter(call.reply, await signInWithCode(context, entry))
  })
  route(accountEndpoints.forgotPassword, async (call) => {
    const { email } = call.body
    await requestReset(context, { email, browser: browsers.of(call) })
    return { message: 'If this address has an account, instructions are on their way.' }
  })
  route(accountEndpoints.resetPassword, async (call) => {
    const cookie = await resetPassword(context, { ...call.body, browser: browsers.of(call) })
    browsers.rememberDevice(call.reply, cookie)
    return { message: 'Password has been reset. Please login with your new password.' }
  })

  route(accountEndpoints.checkUsername, async ({ query, request, address }) => {
    await limits.consume('availability-address', address)
    await requireAdmission(context, invitationIn(request))
    return { available: await isUsernameFree(db, query.username) }
  })
  route(accountEndpoints.checkEmail, async ({ query, request, address }) => {
    await limits.consume('availability-address', address)
    await requireAdmission(context, invitationIn(request))
    return { available: await isEmailFree(context, query.email) }
  })
  route(accountEndpoints.checkAnonymousUsername, async ({ query, request, address }) => {
    await limits.consume('availability-address', address)
    await requireAdmission(context, invitationIn(request))
    return { available: await isAnonymousUsernameFree(context, query.username) }
  })

  route(accountEndpoints.changeUser, async (call) => {
    const input = { changes: call.body, browser: browsers.of(call) }
    const changed = await changeUser(context, call.viewer, input)
    return 'token' in changed ? enter(call.reply, changed) : changed
  })
  route(accountEndpoints.listSessions, ({ viewer }) => listOwnSessions(context, viewer))
  route(accountEndpoints.endSession, ({ viewer, params }) =>
    endOwnSession(context, viewer, params.id),
  )
}

/** Sent in a header, because proxies log URLs with their query. */
function invitationIn({ headers }: FastifyRequest): string | undefined {
  return headers['x-invitation']?.toString()
}
