import type { Piscina } from 'piscina'
import { tooBusy } from '#server/domain/app-error.ts'
import type { PasswordWork } from './password-worker.ts'

/**
 * Hashes run in these threads only: in libuv's four, which also read files and resolve names, a few
 * sign-ins would hold up everything else.
 */
const THREADS = Math.min(navigator.hardwareConcurrency, 4)
/** More than a rush of sign-ins needs; a full queue takes a few seconds to work off. */
const LONGEST_QUEUE = 256
const RETRY_SECONDS = 5
/** A thread that is idle for this long ends and frees its memory. */
const IDLE_MS = 10_000
/** Hashing yields the processor to answering calls (`nice`; per thread on Linux). */
const NICENESS = 10

let pool: Promise<Piscina<PasswordWork, string | boolean>> | undefined

async function startPool(): Promise<Piscina<PasswordWork, string | boolean>> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: new URL('./password-worker.ts', import.meta.url).href,
    name: 'work',
    minThreads: 0,
    maxThreads: THREADS,
    maxQueue: LONGEST_QUEUE,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    recordTiming: false,
    // The hash itself is computed outside the heap.
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
}

async function work(task: PasswordWork): Promise<string | boolean> {
  pool ??= startPool()
  const started = await pool
  if (started.queueSize >= LONGEST_QUEUE) throw tooBusy(RETRY_SECONDS)
  return started.run(task)
}

/** An argon2id hash in PHC form. Throws `provider_unavailable` when the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  // Given only a password, the worker returns its hash.
  return (await work({ password: password.normalize('NFKC') })) as string
}

/** Throws `provider_unavailable` when the queue is full. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await work({ password: password.normalize('NFKC'), passwordHash })) === true
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check; used for unknown names, so that timing does not reveal them. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    decoy = undefined
    throw error
  })
  await isPassword(await decoy, password)
  return false
}
