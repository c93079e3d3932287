import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Topic } from '#contract/endpoint.ts'
import { LISTENER } from './running-servers.ts'

const CHANNEL = 'folx_changes'
/**
 * Changes within this time are sent as one notification, so that a busy node does not flood the
 * channel.
 */
const BATCH_MS = 20
const RECONNECT_MS = 1_000
/** How often the listening connection is checked. */
const CHECK_MS = 10_000
/**
 * A database that does not answer for this long counts as gone. TCP itself would wait for 15
 * minutes.
 */
const SILENCE_MS = 15_000
const CONNECT_LIMIT_MS = 10_000
/** The message of node-postgres for a query that timed out. */
const NO_ANSWER = 'Query read timeout'
/**
 * Number of groups that members are divided into; each group has one counter, so that the counters'
 * memory is bounded.
 */
const MEMBER_GROUPS = 4_096
/** Number of groups that stories are divided into, for the same reason. */
const STORY_GROUPS = 8_192
/** PostgreSQL refuses payloads of 8000 bytes; one change takes less than 80. */
const CHANGES_PER_PAYLOAD = 90

/** A change that nodes announce to each other. */
export type Change =
  | { kind: 'topic'; topic: Topic }
  /** A member's sessions ended or their rights changed. */
  | { kind: 'member'; memberId: string }
  /** A story or its thread changed; used by open pages and by cached answers that show it. */
  | {
      kind: 'story'
      storyId: number
      /** It was public, and may now be gone. */
      wasPublic?: true
    }
  /** A member has a new notification or has read one. */
  | { kind: 'notification'; memberId: string }
  /** A guidance request of the member was answered or changed; used by the member's open pages. */
  | { kind: 'guidance'; memberId: string }
  /** The values of the page Connections changed. */
  | { kind: 'connections' }
  /** A member has muted or unmuted someone. */
  | { kind: 'mutes'; memberId: string }
  /** Notifications may have been missed, so everything in memory may be stale. */
  | { kind: 'missed' }

/**
 * Announces changes to this process and every other node, over PostgreSQL LISTEN/NOTIFY. Call it
 * after the commit: this node is notified at once, the others within milliseconds.
 */
export interface Changes {
  announce(...changes: Change[]): void
  /**
   * A number that rises with every known change of the topic and, given a member, with that
   * member's own changes to it. Own changes of a few other members, who share the member's group,
   * count too.
   */
  version(topic: Topic, memberId?: string): number
  /** How many story changes this node knows of. */
  moment(): number
  /**
   * Whether a story has changed since that moment. Changes of the few stories in the same group
   * count too.
   */
  hasChanged(storyId: number, since: number): boolean
  listen(listener: (change: Change) => void): () => void
  close(): Promise<void>
}

/**
 * The topics in which a change makes one member's cached answers stale: deleting a request also
 * deletes its notification, and stories and replies show what their reader has muted.
 */
const OWN_TOPICS = {
  notification: ['notifications'],
  guidance: ['guidance', 'notifications'],
  mutes: ['stories', 'replies'],
} as const satisfies Record<string, readonly Topic[]>
const HAVE_OWN: ReadonlySet<Topic> = new Set(Object.values(OWN_TOPICS).flat())

interface Connection {
  url: string
  pool: pg.Pool
  onError: (error: Error) => void
  /**
   * Called when the database has not answered for a while, so that queries waiting on other
   * connections will not be answered either.
   */
  onSilence?: () => void
  /** Shorter times for tests. */
  silence?: { checkMs: number; limitMs: number }
}

export async function connectChanges(connection: Connection): Promise<Changes> {
  const changes = new DatabaseChanges(connection)
  await changes.connect()
  return changes
}

class DatabaseChanges implements Changes {
  readonly #input: Connection
  readonly #node = crypto.randomUUID()
  readonly #versions = new Map<string, number>()
  readonly #storyMoments = new Float64Array(STORY_GROUPS)
  readonly #listeners = new Set<(change: Change) => void>()
  #moment = 0
  #epoch = 0
  #queued: Change[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #client: pg.Client | undefined

  constructor(input: Connection) {
    this.#input = input
  }

  announce(...changes: Change[]): void {
    for (const change of changes) this.#receive(change)
    this.#queued.push(...changes)
    this.#timer ??= setTimeout(() => void this.#flush(), BATCH_MS)
  }

  version(topic: Topic, memberId?: string): number {
    const isOwn = memberId !== undefined && HAVE_OWN.has(topic)
    const own = isOwn ? (this.#versions.get(ownKey(topic, memberId)) ?? 0) : 0
    return this.#epoch * 1_000_000_000 + (this.#versions.get(topic) ?? 0) + own
  }

  moment(): number {
    return this.#moment
  }

  hasChanged(storyId: number, since: number): boolean {
    return (this.#storyMoments[storyId % STORY_GROUPS] ?? 0) > since
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#flush()
    await this.#client?.end()
  }

  /** Connects and listens; afterwards, reconnects whenever the connection ends. */
  async connect(): Promise<void> {
    const { url, onError } = this.#input
    const client = new pg.Client({
      connectionString: url,
      application_name: LISTENER,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    })
    client.on('error', onError)
    client.on('notification', ({ payload }) => {
      const received = readPayload(payload)
      if (!received || received.node === this.#node) return
      for (const change of received.changes) this.#receive(change)
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    if (this.#isClosed) return client.end()
    client.on('end', () => this.#reconnect())
    this.#client = client
    void this.#monitor(client)
  }

  #reconnect(): void {
    if (this.#isClosed) return
    setTimeout(() => {
      if (this.#isClosed) return
      this.connect().then(
        () => this.#receive({ kind: 'missed' }),
        (error: Error) => {
          this.#input.onError(error)
          this.#reconnect()
        },
      )
    }, RECONNECT_MS).unref()
  }

  /** Checks a connection regularly and drops it when the database has silently gone away. */
  async #monitor(client: pg.Client): Promise<void> {
    const { checkMs, limitMs } = this.#input.silence ?? { checkMs: CHECK_MS, limitMs: SILENCE_MS }
    // The types lack the time limit of a single query.
    const question = { text: 'select 1', query_timeout: limitMs } as pg.QueryConfig
    while (this.#client === client && !this.#isClosed) {
      await wait(checkMs, undefined, { ref: false })
      const error = await client.query(question).then(
        () => undefined,
        (reason: Error) => reason,
      )
      // A connection that ended in any other way was closed by the database or its machine, and
      // reconnects.
      if (error?.message !== NO_ANSWER || this.#isClosed) continue
      client.connection.stream.destroy()
      this.#input.onSilence?.()
      return
    }
  }

  #receive(change: Change): void {
    if (change.kind === 'missed') this.#epoch += 1
    if (change.kind === 'topic') this.#raise(change.topic)
    if (change.kind === 'story') {
      this.#moment += 1
      this.#storyMoments[change.storyId % STORY_GROUPS] = this.#moment
    }
    if (isOwn(change)) {
      for (const topic of OWN_TOPICS[change.kind]) this.#raise(ownKey(topic, change.memberId))
    }
    for (const listener of this.#listeners) listener(change)
  }

  #raise(key: string): void {
    this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1)
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    if (this.#queued.length === 0) return
    const changes = distinct(this.#queued)
    this.#queued = []
    for (let from = 0; from < changes.length; from += CHANGES_PER_PAYLOAD) {
      const some = changes.slice(from, from + CHANGES_PER_PAYLOAD)
      const payload = JSON.stringify({ node: this.#node, changes: some })
      const query = this.#input.pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
      await query.catch(this.#input.onError)
    }
  }
}

function isOwn(change: Change): change is Extract<Change, { kind: keyof typeof OWN_TOPICS }> {
  return change.kind in OWN_TOPICS
}

/** Member ids are random, so their first digits spread members evenly. */
function ownKey(topic: Topic, memberId: string): string {
  return `${topic} ${Number.parseInt(memberId.slice(0, 8), 16) % MEMBER_GROUPS}`
}

function distinct(changes: Change[]): Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function readPayload(payload: string | undefined): { node: string; changes: Change[] } | undefined {
  // Only our own nodes write to this channel.
  return payload ? (JSON.parse(payload) as { node: string; changes: Change[] }) : undefined
}
