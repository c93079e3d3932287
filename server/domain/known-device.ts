import { randomBytes } from 'node:crypto'
import { equalText } from './equal-text.ts'
import type { Keys } from './keys.ts'

/**
 * How many accounts one browser can be known for; the one that signed in longest ago is dropped
 * first.
 */
const MOST_ACCOUNTS = 5
/** Base64url characters of the signature, which are 132 bits. */
const MAC_LENGTH = 22
const DEVICE = /^[\w-]{22}$/
const ENTRY = /^([0-9a-z]{1,11})~([\w-]{22})$/

/**
 * The cookie of a browser that has signed in before: `<device>.<moment>~<signature>.…`, a random
 * name for the browser and one signature per account. It names no account and gives no access; it
 * only gives the browser its own rate-limit counters (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies").
 */
export function rememberDevice(
  keys: Keys,
  cookie: string | undefined,
  { memberId, now }: { memberId: string; now: Date },
): string {
  const { device = randomBytes(16).toString('base64url'), entries } = parse(cookie)
  const others = entries.filter((entry) => !isOf(keys, { device, memberId, entry }))
  const moment = now.getTime().toString(36)
  const own = `${moment}~${macOf(keys, { device, memberId, moment })}`
  return [device, own, ...others].slice(0, MOST_ACCOUNTS + 1).join('.')
}

/** The browser's random name, if it has signed in to the account at or after `since`. */
export function findKnownDevice(
  keys: Keys,
  cookie: string | undefined,
  { memberId, since }: { memberId: string; since: Date | null },
): string | undefined {
  const { device, entries } = parse(cookie)
  if (device === undefined) return undefined
  const entry = entries.find((candidate) => isOf(keys, { device, memberId, entry: candidate }))
  if (entry === undefined) return undefined
  const signedInAt = Number.parseInt(entry, 36)
  return since !== null && signedInAt < since.getTime() ? undefined : device
}

function parse(cookie = ''): { device: string | undefined; entries: string[] } {
  const [device = '', ...entries] = cookie.slice(0, 1_000).split('.')
  if (!DEVICE.test(device)) return { device: undefined, entries: [] }
  return { device, entries: entries.filter((entry) => ENTRY.test(entry)).slice(0, MOST_ACCOUNTS) }
}

function isOf(
  keys: Keys,
  { device, memberId, entry }: { device: string; memberId: string; entry: string },
): boolean {
  const [, moment = '', mac = ''] = ENTRY.exec(entry) ?? []
  return equalText(mac, macOf(keys, { device, memberId, moment }))
}

function macOf(keys: Keys, input: { device: string; memberId: string; moment: string }): string {
  const { device, memberId, moment } = input
  return keys
    .hmac('known-device', `${device} ${memberId} ${moment}`)
    .toString('base64url')
    .slice(0, MAC_LENGTH)
}
