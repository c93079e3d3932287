import type { Context } from '#server/context.ts'
import type { Browser } from '#server/domain/browser.ts'
import { findKnownDevice, rememberDevice } from '#server/domain/known-device.ts'
import { findMember, findMemberByEmail, type MemberRow } from './store.ts'

/**
 * The rate limit key of a known device: a browser that has signed in to the account since its
 * password last changed or its address was verified. Undefined for every other browser.
 */
export function findDevice(
  { keys }: Context,
  browser: Browser,
  member: MemberRow | undefined,
): string | undefined {
  if (!member) return undefined
  const { memberId, devicesSince: since } = member
  const device = findKnownDevice(keys, browser.deviceCookie, { memberId, since })
  return device && `${memberId} ${device}`
}

/** Like `findDevice`, by email address. Queries the database only if the browser has a cookie. */
export async function findDeviceOf(
  context: Context,
  browser: Browser,
  email: string,
): Promise<string | undefined> {
  if (browser.deviceCookie === undefined) return undefined
  return findDevice(context, browser, await findMemberByEmail(context.db, email))
}

/** Like `findDeviceOf`, by member id. */
export async function findDeviceOfMember(
  context: Context,
  browser: Browser,
  memberId: string,
): Promise<string | undefined> {
  if (browser.deviceCookie === undefined) return undefined
  return findDevice(context, browser, await findMember(context.db, memberId))
}

/** The cookie that makes a browser a known device, after its member has signed in there. */
export function knownDeviceCookie(
  { keys, now }: Context,
  browser: Browser,
  memberId: string,
): string {
  return rememberDevice(keys, browser.deviceCookie, { memberId, now: now() })
}
