import type { Piscina } from 'piscina'
import { tooBusy } from '#server/domain/app-error.ts'
import type { PasswordWork } from './password-worker.ts'

/**
 * Hashes wait for these threads and no others: in libuv's four, which read files and look up names,
 * a few sign-ins keep everything else waiting.
 */
const THREADS = Math.min(navigator.hardwareConcurrency, 4)
/** Above the load of a rush of members; a queue of this length takes a few seconds. */
const LONGEST_QUEUE = 256
const RETRY_SECONDS = 5
/** After this time without a hash a thread ends and gives its memory back. */
const IDLE_MS = 10_000
/** Hashing takes the processor time that answering leaves (`nice`; of a thread on Linux). */
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
    // The hash itself is computed outside of the heap.
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
}

async function work(task: PasswordWork): Promise<string | boolean> {
  pool ??= startPool()
  const started = await pool
  if (started.queueSize >= LONGEST_QUEUE) throw tooBusy(RETRY_SECONDS)
  return started.run(task)
}

/** An argon2id hash in PHC form. Throws `provider_unavailable` when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  // The worker answers a password alone with its hash.
  return (await work({ password: password.normalize('NFKC') })) as string
}

/** Throws `provider_unavailable` when too many wait. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await work({ password: password.normalize('NFKC'), passwordHash })) === true
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, for names that nobody has. */
export async function pretendToCheck(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    decoy = undefined
    throw error
  })
  await isPassword(await decoy, password)
  return false
}
