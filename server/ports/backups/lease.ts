import { randomUUID } from 'node:crypto'
import { StartError } from '#server/start-error.ts'

/** A lock that was not renewed for this long belongs to a killed backup. */
const LEASE_MS = 5 * 60_000
const RENEW_MS = 60_000
/** Without renewal, the holder stops writing after this time, before another backup may begin. */
const HELD_MS = 4 * 60_000

const FOLDER = '.lock/'
const LOCK = /^\.lock\/\d{12}$/

/** The operations of a bucket that a lease needs. */
export interface LeaseStore {
  /** Shown in error messages. */
  name: string
  /** Stores an object unless one with this name exists. */
  create(name: string, text: string): Promise<'created' | 'exists' | 'unsupported'>
  put(name: string, text: string): Promise<void>
  /** Empty if the object does not exist. */
  read(name: string): Promise<string>
  list(folder: string): Promise<StoredObject[]>
  remove(name: string): Promise<void>
}

export interface StoredObject {
  name: string
  /** By the store's clock. */
  modifiedAt: Date | undefined
  size: number | undefined
}

export interface Lease {
  /** Throws a StartError once another process may hold the lease. */
  requireHeld(): void
  /** Extends the lease. Throws a StartError if another process has taken it. */
  renew(): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the lock of a bucket. Lock objects are numbered, and the highest number counts: it is held
 * while it is not empty and was renewed recently, by the store's clock. The next number is created
 * with a conditional write, which succeeds for only one process, and lower numbers are removed only
 * afterwards. So no process has to remove a lock that another one may just have renewed.
 */
export async function takeLease(store: LeaseStore): Promise<Lease> {
  const id = randomUUID()
  const { objects, now } = await probe(store, id)
  const newest = newestLock(objects)
  if (newest && isHeld(newest, now)) throw busy(store)
  const name = nameAfter(newest)
  const asked = Date.now()
  // If a response gets lost, the retry finds the lock that the first attempt created.
  if ((await store.create(name, id)) !== 'created' && (await store.read(name)) !== id) {
    throw busy(store)
  }
  // Other backups may have run since the list was read, and removed a lock with this number.
  if (newestLock(await store.list(FOLDER))?.name !== name) throw busy(store)
  for (const old of objects) {
    if (LOCK.test(old.name) || !isRecent(old, now)) await store.remove(old.name)
  }
  return holdLease(store, { name, id, asked })
}

/**
 * Checks that the store honors conditional writes, and reads its clock. Throws a StartError if it
 * doesn't.
 */
export async function probe(
  store: LeaseStore,
  id: string = randomUUID(),
): Promise<{ objects: StoredObject[]; now: number }> {
  const name = `${FOLDER}probe-${id}`
  const first = await store.create(name, id)
  if (first === 'unsupported') throw unconditional(store)
  const second = await store.create(name, id)
  const objects = await store.list(FOLDER)
  await store.remove(name)
  if (second !== 'exists') throw unconditional(store)
  const now = objects.find((object) => object.name === name)?.modifiedAt
  if (!now) throw new StartError(`The store of ${store.name} doesn’t list what was just written.`)
  return { objects: objects.filter((object) => object.name !== name), now: now.getTime() }
}

function holdLease(
  store: LeaseStore,
  { name, id, asked }: { name: string; id: string; asked: number },
): Lease {
  let heldUntil = asked + HELD_MS
  let isLost = false
  const requireHeld = (): void => {
    if (!isLost && Date.now() < heldUntil) return
    throw new StartError(
      `Another backup into ${store.name} may have begun, because this one couldn’t renew its lock. This backup is not complete. Run it again.`,
    )
  }
  const renew = async (): Promise<void> => {
    requireHeld()
    const now = Date.now()
    await store.put(name, id)
    isLost ||= newestLock(await store.list(FOLDER))?.name !== name
    requireHeld()
    heldUntil = now + HELD_MS
  }
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // If renewing keeps failing, `requireHeld` throws in time.
    renewing = renew().catch(() => {})
  }, RENEW_MS).unref()
  const release = async (): Promise<void> => {
    clearInterval(timer)
    await renewing
    // If this fails, the lock expires.
    if (!isLost) await store.put(name, '').catch(() => {})
  }
  return { requireHeld, renew, release }
}

function newestLock(objects: readonly StoredObject[]): StoredObject | undefined {
  return objects
    .filter(({ name }) => LOCK.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .at(-1)
}

/** A released lock is empty. */
function isHeld(lock: StoredObject, now: number): boolean {
  return lock.size !== 0 && isRecent(lock, now)
}

function isRecent({ modifiedAt }: StoredObject, now: number): boolean {
  return modifiedAt !== undefined && now - modifiedAt.getTime() < LEASE_MS
}

function nameAfter(lock: StoredObject | undefined): string {
  const number = lock ? Number(lock.name.slice(FOLDER.length)) + 1 : 1
  return FOLDER + String(number).padStart(12, '0')
}

function busy({ name }: LeaseStore): StartError {
  return new StartError(
    `Another backup into ${name} is under way, or was interrupted in the last ${LEASE_MS / 60_000} minutes. Wait, then run this one again.`,
  )
}

/** It answers a condition (If-None-Match) with an error, or ignores it. */
function unconditional({ name }: LeaseStore): StartError {
  return new StartError(
    `The storage service of ${name} can’t stop two backups from writing at the same time, and they could damage each other. So no backup is made there, and nothing was written. Use another service, such as Amazon S3 or Cloudflare R2, or a folder on another disk.`,
  )
}
