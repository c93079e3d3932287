import type { FastifyRequest } from 'fastify'
import { factorEndpoints } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import { deviceName } from '#server/domain/device-name.ts'
import { createBrowsers, enterSession } from '#server/http/browser.ts'
import type { RouteBinder } from '#server/http/route.ts'
import type { Sessions } from '#server/http/session.ts'
import { renewRecoveryCodes } from './change.ts'
import { addPasskey, nameOwnPasskey, offerPasskey, removePasskey } from './passkeys.ts'
import { pendingOptions, readPending } from './pending.ts'
import { readFactors, readPolicy, savePolicy } from './service.ts'
import {
  finishSignIn,
  passkeySignInOptions,
  signInWithPasskey,
  stepUp,
  stepUpOptions,
} from './sign-in.ts'
import { keepCodes } from './store.ts'
import { confirmOwnTotp, removeTotp, startTotp } from './totp.ts'

export function factorRoutes(route: RouteBinder, context: Context, sessions: Sessions): void {
  const deviceOf = (request: FastifyRequest): string => deviceName(request.headers['user-agent'])
  route(factorEndpoints.stepUp, ({ viewer, body, request }) =>
    stepUp(context, viewer, { proof: body, device: deviceOf(request) }),
  )
  // The route adapter has already required the step-up.
  route(factorEndpoints.checkStepUp, async () => undefined)
  route(factorEndpoints.stepUpOptions, ({ viewer }) => stepUpOptions(context, viewer))
  route(factorEndpoints.list, ({ viewer }) => readFactors(context, viewer))

  route(factorEndpoints.passkeyOptions, ({ viewer }) => offerPasskey(context, viewer))
  route(factorEndpoints.addPasskey, ({ viewer, body, request }) => {
    const { name, response: registration } = body
    return addPasskey(context, viewer, { name, registration, device: deviceOf(request) })
  })
  route(factorEndpoints.renamePasskey, ({ viewer, params, body }) =>
    nameOwnPasskey(context, viewer, {
      passkeyId: params.id,
      name: body.name,
      version: body.version,
    }),
  )
  route(factorEndpoints.removePasskey, ({ viewer, params, request }) =>
    removePasskey(context, viewer, { passkeyId: params.id, device: deviceOf(request) }),
  )
  route(factorEndpoints.startTotp, ({ viewer }) => startTotp(context, viewer))
  route(factorEndpoints.confirmTotp, ({ viewer, body, request }) =>
    confirmOwnTotp(context, viewer, { code: body.code, device: deviceOf(request) }),
  )
  route(factorEndpoints.removeTotp, ({ viewer, request }) =>
    removeTotp(context, viewer, deviceOf(request)),
  )
  route(factorEndpoints.renewRecoveryCodes, async ({ viewer, request }) => ({
    recoveryCodes: await renewRecoveryCodes(context, viewer, deviceOf(request)),
  }))
  route(factorEndpoints.keepRecoveryCodes, ({ viewer }) => keepCodes(context.db, viewer.id))

  const browsers = createBrowsers(sessions)
  route(factorEndpoints.pendingSignIn, ({ request }) =>
    readPending(context, browsers.findPending(request)),
  )
  route(factorEndpoints.factorOptions, ({ request }) =>
    pendingOptions(context, browsers.findPending(request)),
  )
  route(factorEndpoints.finishSignIn, async (call) => {
    const { body: proof, request, reply } = call
    const input = { token: browsers.findPending(request), proof, browser: browsers.of(call) }
    return enterSession(reply, browsers, await finishSignIn(context, input))
  })
  route(factorEndpoints.passkeySignInOptions, (call) => {
    const { address } = call
    return passkeySignInOptions(context, { token: browsers.bindPasskey(call), address })
  })
  route(factorEndpoints.passkeySignIn, async (call) => {
    const { body, request, reply } = call
    const token = browsers.findPasskeyToken(request)
    const input = { token, assertion: body.response, browser: browsers.of(call) }
    return enterSession(reply, browsers, await signInWithPasskey(context, input))
  })

  route(factorEndpoints.getPolicy, () => readPolicy(context.db))
  route(factorEndpoints.savePolicy, ({ viewer, body }) => savePolicy(context, viewer, body))
}
