import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** An argon2id hash in PHC form, computed off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), ARGON2ID)
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'))
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, for names that nobody has. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password')
  await isPassword(await decoy, password)
  return false
}
