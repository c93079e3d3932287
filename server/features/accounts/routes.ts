import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountEndpoints, type User } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { deviceName } from '#server/domain/device-name.ts'
import type { RouteBinder } from '#server/http/route.ts'
import type { Sessions } from '#server/http/session.ts'
import { requestCode, signInWithCode } from './codes-service.ts'
import { changeUser, requestReset, resetPassword, signInWithPassword } from './passwords-service.ts'
import {
  createFirstAdmin,
  isAnonymousUsernameFree,
  isEmailFree,
  isUsernameFree,
  readUser,
  register,
} from './service.ts'
import { endOwnSession, listOwnSessions, type SignedIn, signOut } from './sessions-service.ts'

export function accountRoutes(route: RouteBinder, context: Context, sessions: Sessions): void {
  const { db, limits } = context
  const enter = (reply: FastifyReply, { user, token }: SignedIn): User => {
    reply.setCookie(sessions.cookie.name, token, sessions.cookie.options)
    return user
  }
  const leave = (reply: FastifyReply): void => {
    const { maxAge: _, ...options } = sessions.cookie.options
    reply.clearCookie(sessions.cookie.name, options)
  }
  const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'])

  route(accountEndpoints.currentUser, async ({ viewer, request, reply }) => {
    const user = await readUser(context, viewer)
    // Each visit moves the end of the session; the cookie follows.
    const token = request.cookies[sessions.cookie.name]
    if (token) reply.setCookie(sessions.cookie.name, token, sessions.cookie.options)
    return user
  })

  route(accountEndpoints.login, async ({ body, address, request, reply }) =>
    enter(
      reply,
      await signInWithPassword(context, { ...body, address, device: deviceOf(request) }),
    ),
  )
  route(accountEndpoints.register, async ({ body, address, request, reply }) => {
    const input = { registration: body, address, device: deviceOf(request) }
    return enter(reply, await register(context, input))
  })
  route(accountEndpoints.createFirstAdmin, async ({ body, address, request, reply }) => {
    const input = { registration: body, address, device: deviceOf(request) }
    return enter(reply, await createFirstAdmin(context, input))
  })
  route(accountEndpoints.logout, async ({ request, reply }) => {
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    if (viewer) await signOut(context, viewer)
    leave(reply)
  })

  route(accountEndpoints.requestOtp, async ({ body, address }) => {
    await requestCode(context, { email: body.email, address })
    return { message: 'If this address can receive mail, a code is on its way.' }
  })
  route(accountEndpoints.verifyOtp, async ({ body, address, request, reply }) =>
    enter(reply, await signInWithCode(context, { ...body, address, device: deviceOf(request) })),
  )
  route(accountEndpoints.forgotPassword, async ({ body, address }) => {
    await requestReset(context, { email: body.email, address })
    return { message: 'If this address has an account, instructions are on their way.' }
  })
  route(accountEndpoints.resetPassword, async ({ body, address }) => {
    await resetPassword(context, { ...body, address })
    return { message: 'Password has been reset. Please login with your new password.' }
  })

  route(accountEndpoints.checkUsername, async ({ query, address }) => {
    await limits.consume('availability-address', address)
    return { available: await isUsernameFree(db, query.username) }
  })
  route(accountEndpoints.checkEmail, async ({ query, address }) => {
    await limits.consume('availability-address', address)
    return { available: await isEmailFree(db, query.email) }
  })
  route(accountEndpoints.checkAnonymousUsername, async ({ query, address }) => {
    await limits.consume('availability-address', address)
    return { available: await isAnonymousUsernameFree(db, query.username) }
  })

  route(accountEndpoints.changeUser, ({ viewer, body }) => changeUser(context, viewer, body))
  route(accountEndpoints.listSessions, ({ viewer }) => listOwnSessions(context, viewer))
  route(accountEndpoints.endSession, ({ viewer, params }) =>
    endOwnSession(context, viewer, params.id),
  )
}
