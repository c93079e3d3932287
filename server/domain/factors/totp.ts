import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000

/** A new key of 160 bits, as RFC 4226 recommends, in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The `otpauth:` address that authenticator apps read from a QR code. */
export function totpUri(input: { secret: string; brand: string; username: string }): string {
  const { secret, brand: issuer, username: label } = input
  return new TOTP({ secret, issuer, label }).toString()
}

/**
 * The 30-second step that a correct code belongs to: the current, the previous or the next one (RFC
 * 6238, section 5.2). Undefined for a wrong code.
 */
export function stepOfCode(input: { secret: string; code: string; now: Date }): number | undefined {
  const timestamp = input.now.getTime()
  const totp = new TOTP({ secret: input.secret })
  const delta = totp.validate({ token: input.code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta
}
