import type { ServerResponse } from 'node:http'
import { HOUR_MS } from '#contract/durations.ts'
import type { Topic } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/live-events.ts'
import type { Change, Changes } from '#server/db/changes.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'

export interface EventLimits {
  heartbeatMs: number
  /** Changes within this time are sent together. */
  gatherMs: number
  /** A connection ends after this time; the page reconnects, and its session is checked again. */
  lifetimeMs: number
  perMember: number
  perNode: number
  /** A page that falls behind by more bytes than this is disconnected. */
  backlogBytes: number
  /** At least this many changes are kept, for pages that ask what they have just missed. */
  recentChanges: number
}

const LIMITS: EventLimits = {
  heartbeatMs: 25_000,
  gatherMs: 100,
  lifetimeMs: HOUR_MS,
  perMember: 6,
  perNode: 5_000,
  backlogBytes: 64 * 1024,
  recentChanges: 500,
}
/** How soon a browser reconnects, in milliseconds. */
const RETRY_MS = 3_000
/** How long a closing connection has to send its last bytes. */
const GRACE_MS = 500
/** A page that missed changes to more stories than this is told to reload everything. */
const MOST_MISSED_STORIES = 20

/** Who may know of a story: everyone, only its author, or nobody. */
export type StoryAudience = 'everyone' | { memberId: string } | undefined

interface Connection {
  memberId: string
  isAdmin: boolean
  token: string | undefined
  out: ServerResponse
  openedAt: number
}

/** The events to send for changes since events were last sent. */
interface Gathered {
  everyone: Set<string>
  admins: Set<string>
  /** By member id. */
  own: Map<string, Set<string>>
  storyIds: Set<number>
}

export interface EventHubParts {
  changes: Changes
  /** The member behind a token, or undefined once the session has ended. */
  findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  findAudience: (storyId: number) => Promise<StoryAudience>
  onError: (error: unknown) => void
  limits?: Partial<EventLimits> | undefined
}

/** Tells the open pages of this node what changed, as far as their members may know. */
export class EventHub {
  readonly #parts: EventHubParts
  readonly #limits: EventLimits
  readonly #connections = new Set<Connection>()
  readonly #byMember = new Map<string, Set<Connection>>()
  readonly #recent: RecentChanges
  readonly #stopListening: () => void
  readonly #heartbeat: NodeJS.Timeout
  #gathered = nothing()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: EventHubParts) {
    this.#parts = parts
    this.#limits = { ...LIMITS, ...parts.limits }
    this.#recent = createRecentChanges(this.#limits.recentChanges)
    this.#stopListening = parts.changes.listen((change) => this.#onChange(change))
    this.#heartbeat = setInterval(() => this.#beat(), this.#limits.heartbeatMs).unref()
  }

  /** Throws `provider_unavailable` if this node has no room for a connection, or is stopping. */
  requireCapacity(): void {
    if (this.#connections.size < this.#limits.perNode && !this.#isClosed) return
    const sentence = 'Live updates are busy right now. Please try again in a little while.'
    throw new AppError('provider_unavailable', sentence)
  }

  /**
   * Sends what changed within the last `lookBackMs` and events from now on; `out` must have sent
   * its headers. If a member has too many pages, the oldest is disconnected.
   */
  add(input: {
    viewer: Viewer
    token: string | undefined
    out: ServerResponse
    lookBackMs: number
  }): void {
    const { viewer, token, out, lookBackMs } = input
    const { id: memberId, isAdmin } = viewer
    const connection: Connection = { memberId, isAdmin, token, out, openedAt: Date.now() }
    const others = this.#byMember.get(memberId) ?? new Set()
    // The first one is the oldest, and its device has often disconnected long ago.
    const [oldest] = others
    if (oldest && others.size >= this.#limits.perMember) this.#end(oldest)
    this.#byMember.set(memberId, others.add(connection))
    this.#connections.add(connection)
    out.on('close', () => this.#remove(connection))
    out.on('error', () => this.#remove(connection))
    this.#write(connection, `retry: ${RETRY_MS}\n\n`)
    this.#sendMissed(connection, lookBackMs)
    // The session may have ended since the request was authenticated.
    void this.#checkSession(connection)
  }

  /** Ends all connections at once. */
  close(): void {
    this.#isClosed = true
    this.#stopListening()
    clearInterval(this.#heartbeat)
    clearTimeout(this.#timer)
    for (const connection of this.#connections) this.#end(connection)
  }

  #onChange(change: Change): void {
    this.#recent.add(change)
    if (this.#connections.size === 0) return
    if (change.kind === 'member') {
      for (const connection of this.#byMember.get(change.memberId) ?? [])
        void this.#checkSession(connection)
      return
    }
    if (change.kind === 'missed')
      for (const connection of this.#connections) void this.#checkSession(connection)
    gather(this.#gathered, change)
    this.#timer ??= setTimeout(() => this.#flush(), this.#limits.gatherMs)
  }

  #flush(): void {
    this.#timer = undefined
    const ready = this.#gathered
    this.#gathered = nothing()
    this.#send(ready, this.#connections).catch(this.#parts.onError)
  }

  #sendMissed(connection: Connection, lookBackMs: number): void {
    const missed = nothing()
    for (const change of this.#recent.within(lookBackMs)) gather(missed, change)
    if (missed.storyIds.size > MOST_MISSED_STORIES) this.#write(connection, plain('reload'))
    else this.#send(missed, [connection]).catch(this.#parts.onError)
  }

  async #send(
    { everyone, admins, own, storyIds }: Gathered,
    to: Iterable<Connection>,
  ): Promise<void> {
    for (const storyId of storyIds) {
      const audience = await this.#parts.findAudience(storyId)
      if (audience === 'everyone') everyone.add(storyEvent(storyId))
      else if (audience) ownOf(own, audience.memberId).add(storyEvent(storyId))
    }
    for (const connection of to) {
      const texts = new Set(everyone)
      if (connection.isAdmin) for (const text of admins) texts.add(text)
      for (const text of own.get(connection.memberId) ?? []) texts.add(text)
      if (texts.size > 0) this.#write(connection, [...texts].join(''))
    }
  }

  /** Ends a connection whose session has ended, and updates whether it is an administrator's. */
  async #checkSession(connection: Connection): Promise<void> {
    const { findViewer, onError } = this.#parts
    const viewer = await findViewer(connection.token).catch((error: unknown) => {
      onError(error)
      return undefined
    })
    if (viewer) connection.isAdmin = viewer.isAdmin
    else this.#end(connection)
  }

  #beat(): void {
    const oldest = Date.now() - this.#limits.lifetimeMs
    for (const connection of this.#connections) {
      if (connection.openedAt < oldest) this.#end(connection)
      else this.#write(connection, ':\n\n')
    }
  }

  #write(connection: Connection, text: string): void {
    connection.out.write(text)
    if (connection.out.writableLength <= this.#limits.backlogBytes) return
    this.#remove(connection)
    connection.out.destroy()
  }

  #end(connection: Connection): void {
    this.#remove(connection)
    const { out } = connection
    out.end()
    setTimeout(() => out.destroy(), GRACE_MS).unref()
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection)
    const others = this.#byMember.get(connection.memberId)
    others?.delete(connection)
    if (others?.size === 0) this.#byMember.delete(connection.memberId)
  }
}

interface RecentChanges {
  add(change: Change): void
  within(ms: number): Change[]
}

/** Keeps at least the last `most` changes. A page that needs older ones is told to reload. */
function createRecentChanges(most: number): RecentChanges {
  let kept: { at: number; change: Change }[] = []
  let forgotAt = -Infinity
  return {
    add: (change) => {
      kept.push({ at: performance.now(), change })
      if (kept.length < 2 * most) return
      forgotAt = kept[most - 1]?.at ?? forgotAt
      kept = kept.slice(most)
    },
    within: (ms) => {
      const since = performance.now() - ms
      if (since < forgotAt) return [{ kind: 'missed' }]
      return kept.slice(kept.findLastIndex(({ at }) => at < since) + 1).map(({ change }) => change)
    },
  }
}

function nothing(): Gathered {
  return { everyone: new Set(), admins: new Set(), own: new Map(), storyIds: new Set() }
}

function gather({ everyone, admins, own, storyIds }: Gathered, change: Change): void {
  switch (change.kind) {
    case 'topic':
      if (isForEveryone(change.topic)) everyone.add(plain(change.topic))
      // The team is notified of any change in guidance, but not whom it concerns.
      if (change.topic === 'guidance') admins.add(plain('guidance'))
      if (change.topic === 'mailings') admins.add(plain('mailings'))
      if (change.topic === 'review') admins.add(plain('review'))
      return
    case 'notification':
    case 'guidance':
      ownOf(own, change.memberId).add(plain(change.kind))
      return
    case 'story':
      if (change.wasPublic) everyone.add(storyEvent(change.storyId))
      else storyIds.add(change.storyId)
      return
    case 'missed':
      everyone.add(plain('reload'))
  }
}

function isForEveryone(topic: Topic): topic is Topic & LiveEvent {
  return topic === 'daily' || topic === 'prayers' || topic === 'settings' || topic === 'live'
}

function ownOf(own: Gathered['own'], memberId: string): Set<string> {
  const known = own.get(memberId)
  if (known) return known
  const made = new Set<string>()
  own.set(memberId, made)
  return made
}

function plain(event: LiveEvent): string {
  // Browsers don't deliver an event without data.
  return `event: ${event}\ndata: {}\n\n`
}

function storyEvent(id: number): string {
  const event: LiveEvent = 'story'
  return `event: ${event}\ndata: ${JSON.stringify({ id })}\n\n`
}
