import type { Factors, Passkey } from '#contract/factors.ts'
import type { TotpRow } from './codes-store.ts'
import type { PasskeyRow } from './passkeys-store.ts'

export function presentPasskey(
  row: Pick<PasskeyRow, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'>,
): Passkey {
  return {
    id: row.passkeyId,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

export function presentFactors(input: {
  passkeys: PasskeyRow[]
  totp: TotpRow | undefined
  recoveryCodesLeft: number
  neededBy: Date | undefined
}): Factors {
  const { passkeys, totp, recoveryCodesLeft } = input
  return {
    passkeys: passkeys.map(presentPasskey),
    totp: totp?.confirmedAt ? { addedAt: totp.confirmedAt.toISOString() } : null,
    recoveryCodesLeft,
    neededBy: input.neededBy?.toISOString() ?? null,
  }
}
