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

/**
 * @param input.onSilence called when the database has not answered for a while, so that queries
 * waiting on other connections will not be answered either
 * @param input.silence shorter times for tests
 */
export async function connectChanges(input: {
  url: string
  pool: pg.Pool
  onError: (error: Error) => void
  onSilence?: () => void
  silence?: { checkMs: number; limitMs: number }
}): Promise<Changes> {
  const { checkMs, limitMs } = input.silence ?? { checkMs: CHECK_MS, limitMs: SILENCE_MS }
  const node = crypto.randomUUID()
  const versions = new Map<string, number>()
  const storyMoments = new Float64Array(STORY_GROUPS)
  let moment = 0
  const listeners = new Set<(change: Change) => void>()
  let epoch = 0
  let queued: Change[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let client: pg.Client | undefined

  const raise = (key: string): void => void versions.set(key, (versions.get(key) ?? 0) + 1)
  const receive = (change: Change): void => {
    if (change.kind === 'missed') epoch += 1
    if (change.kind === 'topic') raise(change.topic)
    if (change.kind === 'story') storyMoments[change.storyId % STORY_GROUPS] = moment += 1
    if (isOwn(change)) {
      for (const topic of OWN_TOPICS[change.kind]) raise(ownKey(topic, change.memberId))
    }
    for (const listener of listeners) listener(change)
  }

  const flush = async (): Promise<void> => {
    timer = undefined
    if (queued.length === 0) return
    const changes = distinct(queued)
    queued = []
    for (let from = 0; from < changes.length; from += CHANGES_PER_PAYLOAD) {
      const some = changes.slice(from, from + CHANGES_PER_PAYLOAD)
      const payload = JSON.stringify({ node, changes: some })
      await input.pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(input.onError)
    }
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: input.url,
      application_name: LISTENER,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    })
    next.on('error', input.onError)
    next.on('notification', (message) => {
      const received = readPayload(message.payload)
      if (received && received.node !== node) received.changes.forEach(receive)
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    if (closed) return next.end()
    next.on('end', reconnect)
    client = next
    void monitor(next)
  }
  /** Checks a connection regularly and drops it when the database has silently gone away. */
  const monitor = async (listener: pg.Client): Promise<void> => {
    // The types lack the time limit of a single query.
    const question = { text: 'select 1', query_timeout: limitMs } as pg.QueryConfig
    while (client === listener && !closed) {
      await wait(checkMs, undefined, { ref: false })
      const error = await listener.query(question).then(
        () => undefined,
        (reason: Error) => reason,
      )
      // A connection that ended in any other way was closed by the database or its machine, and
      // reconnects.
      if (error?.message !== NO_ANSWER || closed) continue
      listener.connection.stream.destroy()
      input.onSilence?.()
      return
    }
  }
  const reconnect = (): void => {
    if (closed) return
    setTimeout(() => {
      if (closed) return
      connect().then(
        () => receive({ kind: 'missed' }),
        (error: Error) => {
          input.onError(error)
          reconnect()
        },
      )
    }, RECONNECT_MS).unref()
  }

  await connect()
  return {
    announce: (...changes) => {
      changes.forEach(receive)
      queued.push(...changes)
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    version: (topic, memberId) => {
      const isOwn = memberId !== undefined && HAVE_OWN.has(topic)
      const own = isOwn ? (versions.get(ownKey(topic, memberId)) ?? 0) : 0
      return epoch * 1_000_000_000 + (versions.get(topic) ?? 0) + own
    },
    moment: () => moment,
    hasChanged: (storyId, since) => (storyMoments[storyId % STORY_GROUPS] ?? 0) > since,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await flush()
      await client?.end()
    },
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
