import { hash, randomInt } from 'node:crypto'
import { FACTOR_LIMITS, RECOVERY_CODE_LENGTHS } from '#contract/factors.ts'

/** Without letters and digits that look alike when written down. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = RECOVERY_CODE_LENGTHS[0]
const GROUP = /.{4}(?=.)/g

/**
 * Codes in the form a person writes down, `abcd-efgh-jkmn-pqrs-tuvw-xyz2`, with 118 random bits
 * each.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: FACTOR_LIMITS.recoveryCodes }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replace(GROUP, '$&-'),
  )
}

/**
 * A plain hash is enough for a code that cannot be guessed, and still works after the master key
 * changes.
 */
export function hashRecoveryCode(memberId: string, code: string): Buffer {
  return hash('sha256', `${memberId} ${code.replaceAll('-', '')}`, 'buffer')
}
