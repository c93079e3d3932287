import { hashSync, verifySync } from '@node-rs/argon2'

/** A password to hash or, with a hash, to check. */
export interface PasswordWork {
  password: string
  passwordHash?: string
}

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Runs in a worker thread, which it may block. */
export function work({ password, passwordHash }: PasswordWork): string | boolean {
  if (passwordHash === undefined) return hashSync(password, ARGON2ID)
  return verifySync(passwordHash, password)
}
