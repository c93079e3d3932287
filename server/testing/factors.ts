import { TOTP } from 'otpauth'
import { accountEndpoints } from '#contract/accounts.ts'
import { factorEndpoints } from '#contract/factors.ts'
import type { Caller, TestApi } from './api.ts'
import { cookieOf } from './api.ts'
import { Authenticator } from './authenticator.ts'
import type { TestClock } from './clock.ts'
import type { TestMember } from './population.ts'

/**
 * The code that an authenticator app shows. Each code is accepted only once, so tests advance the
 * clock.
 */
export function appCode(secret: string, clock: TestClock): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
}

/** Sets up an authenticator app and moves the clock to its next code. */
export async function setUpApp(
  api: TestApi,
  clock: TestClock,
): Promise<{ secret: string; recoveryCodes: string[] | null }> {
  const { secret } = await api.call(factorEndpoints.startTotp)
  const body = { code: appCode(secret, clock) }
  const { recoveryCodes } = await api.call(factorEndpoints.confirmTotp, { body })
  clock.advance({ minutes: 1 })
  return { secret, recoveryCodes }
}

/** Adds a passkey from a new authenticator. */
export async function setUpPasskey(
  api: TestApi,
  name = 'Phone',
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] | null }> {
  const authenticator = new Authenticator()
  const options = await api.call(factorEndpoints.passkeyOptions)
  const body = { name, response: authenticator.create(options) }
  const { recoveryCodes } = await api.call(factorEndpoints.addPasskey, { body })
  return { authenticator, recoveryCodes }
}

/** A browser that has sent the member's correct password and now needs the second factor. */
export async function startPendingSignIn(api: TestApi, member: TestMember): Promise<Caller> {
  const { username, password } = member
  const response = await api.request(accountEndpoints.login, { body: { username, password } })
  if (response.status !== 403) throw new Error(`The sign-in does not wait: ${response.status}`)
  return { cookie: cookieOf(response) }
}
