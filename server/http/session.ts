import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RIGHT_WORDS, type Right } from '#contract/rights.ts'
import type { Changes } from '#server/db/changes.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type Admin, hasRight, type Viewer } from '#server/domain/viewer.ts'

/** Seconds after its last use when a session ends. */
const SESSION_SECONDS = 30 * 24 * 60 * 60
/** Seconds after which a session ends, however often it is used. */
const SESSION_LIMIT_SECONDS = 90 * 24 * 60 * 60
/** A cached session is trusted for this long unless a notification says otherwise. */
const CACHE_MS = 30_000
/** A step-up counts for this long. */
const STEP_UP_MS = 10 * 60_000
const TOUCH_EVERY_MS = 5 * 60_000

/** A session as stored in the database. */
export interface SessionRecord {
  sessionId: number
  memberId: string
  anonymousUsername: string
  rights: Right[]
  /** Deadline for an administrator without a required factor, who loses their rights after it. */
  factorNeededBy?: Date | undefined
  hasMutes: boolean
  timeZone: string
  joinedAt: Date
  createdAt: Date
  expiresAt: Date
  lastSeenAt: Date
  /** See `Viewer.heldUntil`; it may have passed. */
  heldUntil: Date | null
}

/** The functions that sessions need from the accounts' store. */
export interface SessionSource {
  findByTokenHash(tokenHash: Buffer): Promise<SessionRecord | undefined>
  /** Records that the session was used and extends it. */
  touch(session: SessionRecord, now: Date): Promise<void>
  /** When the person last proved who they are in this session. */
  findSteppedUpAt(sessionId: number): Promise<Date | null | undefined>
}

export interface Sessions {
  /** The member behind a cookie's token, or undefined. */
  findViewer(token: string | undefined): Promise<Viewer | undefined>
  /** The same from the cache; undefined if the database has to be queried. */
  peek(token: string | undefined): { viewer: Viewer | undefined } | undefined
  /** Throws `step_up` unless the viewer has proved who they are in the last 10 minutes. */
  requireStepUp(viewer: Viewer): Promise<void>
  cookie: OwnCookie
}

/** A cookie that no script can read and that is only for this site. */
export interface OwnCookie {
  name: string
  options: {
    path: '/'
    httpOnly: true
    sameSite: 'lax'
    secure: boolean
    /** Seconds. */
    maxAge: number
  }
}

/** The prefix makes browsers refuse the cookie unless it is bound to this host over https. */
export function ownCookie(input: { name: string; isSecure: boolean; maxAge: number }): OwnCookie {
  const { name, isSecure: secure, maxAge } = input
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge },
  }
}

/** When a session that is used now will end. */
export function sessionEnd({ createdAt, now }: { createdAt: Date; now: Date }): Date {
  const last = createdAt.getTime() + SESSION_LIMIT_SECONDS * 1000
  return new Date(Math.min(now.getTime() + SESSION_SECONDS * 1000, last))
}

/** An opaque random token of 256 bits; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function createSessions(input: {
  source: SessionSource
  changes: Changes
  isSecure: boolean
  now: () => Date
}): Sessions {
  const { source, now } = input
  const records = new SessionCache(source)
  input.changes.listen((change) => {
    if (change.kind === 'missed') records.forgetAll()
    if (change.kind === 'member') records.forgetMember(change.memberId)
  })
  return {
    peek: (token) => {
      if (!token) return { viewer: undefined }
      const record = records.peek(token)
      if (!record || record.expiresAt <= now() || isTouchDue(record, now())) return undefined
      return { viewer: viewerOf(record, now()) }
    },
    cookie: ownCookie({ name: 'folx', isSecure: input.isSecure, maxAge: SESSION_SECONDS }),
    findViewer: async (token) => {
      const record = token ? await records.find(token) : undefined
      const at = now()
      if (!record || record.expiresAt <= at) return undefined
      if (isTouchDue(record, at)) {
        record.lastSeenAt = at
        record.expiresAt = sessionEnd({ createdAt: record.createdAt, now: at })
        await source.touch(record, at)
      }
      return viewerOf(record, at)
    },
    // Not cached: few calls need it, and they must see a step-up on another node.
    requireStepUp: async (viewer) => {
      requireFresh(await source.findSteppedUpAt(viewer.sessionId), now())
    },
  }
}

/**
 * Finds sessions through a small cache, which drops a member's sessions as soon as any node
 * announces a change to the member.
 */
class SessionCache {
  readonly #source: SessionSource
  readonly #records = new LRUCache<string, SessionRecord>({
    max: 20_000,
    ttl: CACHE_MS,
    // How long the cache reuses its reading of the clock; each new reading sets a timer.
    ttlResolution: 500,
  })
  readonly #lookups = new Map<string, Promise<SessionRecord | undefined>>()
  #revocations = 0

  constructor(source: SessionSource) {
    this.#source = source
  }

  peek(token: string): SessionRecord | undefined {
    return this.#records.get(hash('sha256', token, 'base64url'))
  }

  async find(token: string): Promise<SessionRecord | undefined> {
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('base64url')
    const cached = this.#records.get(key)
    if (cached) return cached
    // Calls at the same moment share one lookup, unless a session has ended since it began.
    const lookup = `${this.#revocations} ${key}`
    const running =
      this.#lookups.get(lookup) ??
      this.#read(tokenHash, key).finally(() => this.#lookups.delete(lookup))
    this.#lookups.set(lookup, running)
    return running
  }

  async #read(tokenHash: Buffer, key: string): Promise<SessionRecord | undefined> {
    const before = this.#revocations
    const record = await this.#source.findByTokenHash(tokenHash)
    // A session that ended while it was read must not enter the cache.
    if (record && before === this.#revocations) this.#records.set(key, record)
    return record
  }

  forgetAll(): void {
    this.#revocations += 1
    this.#records.clear()
  }

  forgetMember(memberId: string): void {
    this.#revocations += 1
    for (const [key, record] of this.#records.entries()) {
      if (record.memberId === memberId) this.#records.delete(key)
    }
  }
}

function isTouchDue({ lastSeenAt }: SessionRecord, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() > TOUCH_EVERY_MS
}

/** The only place where a viewer is made. */
function viewerOf(record: SessionRecord, now: Date): Viewer {
  const { heldUntil, factorNeededBy } = record
  const isFactorOverdue = factorNeededBy !== undefined && factorNeededBy <= now
  const rights = isFactorOverdue ? [] : record.rights
  return {
    id: record.memberId,
    sessionId: record.sessionId,
    signedInAt: record.createdAt,
    anonymousUsername: record.anonymousUsername,
    rights,
    isAdmin: rights.length > 0,
    isFactorOverdue,
    hasMutes: record.hasMutes,
    timeZone: record.timeZone,
    joinedAt: record.joinedAt,
    heldUntil: heldUntil && heldUntil > now ? heldUntil : null,
    // The brand exists for the compiler only.
  } as unknown as Viewer
}

export function requireViewer(
  viewer: Viewer | undefined,
  sentence = 'Please sign in to continue.',
): Viewer {
  if (!viewer) throw new AppError('not_signed_in', sentence)
  return viewer
}

/** Throws `address_changed` in a session that began through an unconfirmed address. */
export function requireOwner({ heldUntil, timeZone }: Viewer): void {
  if (!heldUntil) return
  const until = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(heldUntil)
  throw new AppError(
    'address_changed',
    `An administrator changed this account’s email address, and you signed in through the new one. To protect private content, this opens once the change is confirmed from the previous mailbox (if it was verified), or on ${until}.`,
  )
}

/** Throws `step_up` unless the proof is from the last 10 minutes. */
export function requireFresh(steppedUpAt: Date | null | undefined, now: Date): void {
  if (steppedUpAt && now.getTime() - steppedUpAt.getTime() < STEP_UP_MS) return
  throw new AppError('step_up', 'Confirm it’s you to continue.')
}

/** Throws `not_allowed` for a viewer without the right; `admin` means any right. */
export function requireRight(viewer: Viewer | undefined, right: Right | 'admin'): Admin {
  const { isAdmin, isFactorOverdue } = requireViewer(viewer)
  if (isFactorOverdue) {
    throw new AppError(
      'not_allowed',
      'Administrators need a second factor here. Set one up on your account page to continue.',
    )
  }
  if (!isAdmin) throw new AppError('not_allowed', 'Only an administrator can do this.')
  if (right !== 'admin' && !hasRight(viewer, right)) {
    const { name } = RIGHT_WORDS[right]
    throw new AppError(
      'not_allowed',
      `This needs the right “${name}”. Someone who manages the team can give it to you.`,
    )
  }
  // Checked on the lines above.
  return viewer as Admin
}
