import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type JobWithMetadata, PgBoss, type SendOptions } from 'pg-boss'
import type { TeamNoticeKind } from '#contract/team-notices.ts'
import { IDLE_CONNECTION_MS, KEEP_ALIVE, type Queryable } from './connect.ts'
import { type DueQueue, FIND_DUE, wakeWhenDue } from './due-jobs.ts'

/**
 * Every kind of background work with what it is told: ids and keys alone, for a job's row outlives
 * its work by days.
 */
export interface JobData {
  'send-email': { emailMessageId: number }
  'request-reset': { memberId: string }
  'convert-recording': { storyId: number; uploadKey: string }
  /** Of a conversion whose process died at every try. */
  'return-recording': { storyId: number; uploadKey: string }
  /** Drafts the transcript of a story; `audioKey` is the recording that it is about. */
  'draft-transcript': { storyId: number; audioKey: string }
  /** Of a draft whose process died at every try. */
  'fail-transcript': { storyId: number; audioKey: string }
  'remove-file': { key: string }
  'remove-daily-image': { key: string }
  'remove-site-image': { key: string }
  'remove-mail-image': { key: string }
  'start-mailing': { mailingId: number }
  'remove-product-image': { key: string }
  'send-notification-mail': { notificationId: number }
  /** Of one that nobody should pay for any longer. */
  'end-subscription': { provider: string; subscriptionRef: string }
  /** Of a buyer whose account is gone, or of a product that is not for sale any more. */
  'close-checkout': { checkoutId: string }
  /** Of a member whose address has changed. */
  'update-customer': { memberId: string }
  'send-push': { notificationId: number; pushSubscriptionId: number }
  /** The last reminder of a member, to one of their devices. */
  'send-reminder-push': { memberId: string; pushSubscriptionId: number }
  /** Of a queue, or of one guidance request. */
  'tell-team': { kind: TeamNoticeKind; subjectId: number | null }
  /** Members after that one, in the order of their ids. */
  'tell-on-air': { liveSessionId: number; after: string | null }
  'convert-live-recording': { liveRecordingId: number; uploadKey: string; isPartial: boolean }
  /** Of a conversion whose process died at every try. */
  'fail-live-recording': { liveRecordingId: number; uploadKey: string }
  /** What the test till posts to the webhook, still unsigned. */
  'send-till-event': { body: string }
}
export type JobName = keyof JobData

/** Work that comes round by the clock, and is told nothing. */
export type RepeatedName =
  | 'run-daily'
  | 'run-mailings'
  | 'compare-payments'
  | 'run-till'
  | 'remove-old-recordings'
  | 'forget-address-changes'
  | 'forget-security-events'
  | 'free-old-pseudonyms'
  | 'run-checks'
  | 'run-backup'
  | 'run-drill'
  | 'forget-joining'
  | 'tend-prayers'
  | 'run-reminders'

interface QueueOptions {
  retryLimit: number
  /** Seconds before the second try; later ones wait longer. */
  retryDelay: number
  expireInSeconds: number
  /**
   * For long work: after this time without a sign of life from its node, it is given back. At least
   * 10; looked at once a minute.
   */
  heartbeatSeconds?: number
  /** Where work goes that failed at its last try. That queue stands above this one. */
  deadLetter?: JobName
}

const QUEUES: Record<JobName, QueueOptions> = {
  'tell-team': { retryLimit: 8, retryDelay: 10, expireInSeconds: 60 },
  'tell-on-air': { retryLimit: 8, retryDelay: 5, expireInSeconds: 120 },
  'fail-live-recording': { retryLimit: 12, retryDelay: 30, expireInSeconds: 60 },
  'convert-live-recording': {
    retryLimit: 4,
    retryDelay: 30,
    // Hours of sound take a good part of one.
    expireInSeconds: 3 * 3_600,
    heartbeatSeconds: 60,
    deadLetter: 'fail-live-recording',
  },
  'request-reset': { retryLimit: 5, retryDelay: 5, expireInSeconds: 60 },
  'send-email': { retryLimit: 12, retryDelay: 5, expireInSeconds: 120 },
  'return-recording': { retryLimit: 12, retryDelay: 30, expireInSeconds: 60 },
  'convert-recording': {
    retryLimit: 4,
    retryDelay: 5,
    expireInSeconds: 900,
    heartbeatSeconds: 60,
    deadLetter: 'return-recording',
  },
  'fail-transcript': { retryLimit: 12, retryDelay: 30, expireInSeconds: 60 },
  // The provider may be asked too often for a while; the waits grow to 8 minutes.
  'draft-transcript': {
    retryLimit: 4,
    retryDelay: 60,
    expireInSeconds: 600,
    deadLetter: 'fail-transcript',
  },
  'remove-file': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  'remove-daily-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  'send-notification-mail': { retryLimit: 8, retryDelay: 10, expireInSeconds: 60 },
  // A push that is hours late tells nothing any more.
  'send-push': { retryLimit: 6, retryDelay: 10, expireInSeconds: 60 },
  'send-reminder-push': { retryLimit: 6, retryDelay: 10, expireInSeconds: 60 },
  'remove-mail-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  'start-mailing': { retryLimit: 5, retryDelay: 5, expireInSeconds: 120 },
  'send-till-event': { retryLimit: 12, retryDelay: 2, expireInSeconds: 60 },
  'remove-site-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  // For days: each month that passes is money that a member did not mean to pay.
  'end-subscription': { retryLimit: 72, retryDelay: 30, expireInSeconds: 120 },
  'close-checkout': { retryLimit: 24, retryDelay: 30, expireInSeconds: 120 },
  'update-customer': { retryLimit: 24, retryDelay: 30, expireInSeconds: 120 },
  'remove-product-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
}

/** Every kind of work that is queued once, in contrast to what comes round by the clock. */
export const JOB_NAMES: readonly string[] = Object.keys(QUEUES)

const REPEATED: readonly RepeatedName[] = [
  'run-daily',
  'run-mailings',
  'compare-payments',
  'run-till',
  'remove-old-recordings',
  'forget-address-changes',
  'forget-security-events',
  'free-old-pseudonyms',
  'run-checks',
  'run-backup',
  'run-drill',
  'forget-joining',
  'tend-prayers',
  'run-reminders',
]
/** One waits at a time, the next turn takes the place of another try, and nothing piles up. */
const REPEATED_QUEUE = {
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: 600,
  retentionSeconds: 300,
  deleteAfterSeconds: 300,
  notify: true,
} as const

/**
 * Notifications and `wakeWhenDue` wake workers. Polling is the safety net below both, so it is slow:
 * each worker costs one statement per poll.
 */
const POLLING = {
  pollingIntervalSeconds: 600,
  notifyPollingIntervalSeconds: 600,
  includeMetadata: true,
} as const

/** We have no jobs that wait for other jobs, so pg-boss need not look for them. */
const FLOW_SECONDS = 24 * 3_600
/** How often pg-boss tests the connection that hears notifications. Until then, looks find the work. */
const LISTENER_CHECK_MS = 60_000
/** How long a turn of repeated work, which comes once a minute at most, may be late. */
const REPEATED_SECONDS = 15

/** Longer than any statement of the queue takes: a database that gives no answer by then is gone. */
const ANSWER_LIMIT_MS = 60_000
/** The types of pg-boss leave all but the first out; it hands them to `pg`. */
const CONNECTIONS = {
  max: 4,
  idleTimeoutMillis: IDLE_CONNECTION_MS,
  query_timeout: ANSWER_LIMIT_MS,
  ...KEEP_ALIVE,
}

/** The queue in the database: work survives a crash and runs on one node at a time. */
export interface Jobs {
  /** Queues work in the given transaction, so that it exists exactly if the transaction commits. */
  send<Name extends JobName>(
    trx: Queryable,
    name: Name,
    data: JobData[Name],
    /** What has a higher `priority` goes first; 0 when left out. */
    options?: Pick<SendOptions, 'singletonKey' | 'startAfter' | 'priority'>,
  ): Promise<void>
  /** Deletes the work that was told this, waiting or done, in the given transaction. */
  forget<Name extends JobName>(
    trx: Queryable,
    name: Name,
    data: Partial<JobData[Name]>,
  ): Promise<void>
  /** A failure is tried again with a growing delay; `isLastTry` tells when it will not be. */
  work<Name extends JobName>(
    name: Name,
    handler: (data: JobData[Name], attempt: { isLastTry: boolean }) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  /**
   * Does the work now and at every turn of the cron expression (in UTC), on one of the nodes. A turn
   * that none of them lives to see is left out, and one may come twice: the handler asks what is due.
   *
   * @param options.isDueAtStart false for work that waits for its first turn
   */
  repeat(
    name: RepeatedName,
    cron: string,
    handler: () => Promise<void>,
    options?: { isDueAtStart?: boolean },
  ): Promise<void>
  /**
   * Work that every node does all the time, turn after turn; a turn waits by itself where it has
   * nothing to do. `signal` aborts when the node stops, which waits for the turn under way.
   */
  loop(turn: (signal: AbortSignal) => Promise<void>): void
  close(): Promise<void>
}

/** Installs or upgrades the queue's tables, as their owner, and creates the queues. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'job',
    max: 2,
    application_name: 'folx-migrate',
    bamIntervalSeconds: 10,
    schedule: false,
    supervise: false,
  })
  const failed = Promise.withResolvers<never>()
  boss.on('error', failed.reject)
  await Promise.race([failed.promise, install(boss)]).finally(() => boss.stop({ graceful: false }))
}

async function install(boss: PgBoss): Promise<void> {
  await boss.start()
  for (const [name, options] of Object.entries(QUEUES)) {
    await boss.createQueue(name, {
      ...options,
      retryBackoff: true,
      retryDelayMax: 3_600,
      notify: true,
    })
    // A queue that an earlier release has made keeps its options otherwise.
    const { heartbeatSeconds } = options
    if (heartbeatSeconds) await boss.updateQueue(name, { heartbeatSeconds })
  }
  for (const name of REPEATED) await boss.createQueue(name, REPEATED_QUEUE)
  // Indexes that an upgrade builds beside the running queue, which only the owner can do.
  while ((await boss.getBamStatus()).some(({ status }) => UNDER_WAY.has(status))) await wait(100)
}

/** Queues work that a backup has kept; `startAfter` is an instant in PostgreSQL's format. */
export async function sendRestoredJobs(
  ownerUrl: string,
  jobs: AsyncIterable<{
    name: string
    data: object
    startAfter: string
    priority: number
    singletonKey: string | null
  }>,
): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'job',
    max: 1,
    migrate: false,
    schedule: false,
    supervise: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for await (const { name, data, startAfter, priority, singletonKey } of jobs) {
      await boss.send(name, data, {
        startAfter: new Date(startAfter),
        priority,
        ...(singletonKey && { singletonKey }),
      })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'in_progress'])

/**
 * Works on the queue, which `installJobs` has prepared.
 *
 * @param input.lookMs how often to look for work that is due, in milliseconds
 */
export async function startJobs(input: {
  url: string
  onError: (error: Error) => void
  lookMs?: number
}): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: input.url,
    schema: 'job',
    ...CONNECTIONS,
    application_name: 'folx-jobs',
    useListenNotify: true,
    migrate: false,
    flowIntervalSeconds: FLOW_SECONDS,
    cronWorkerIntervalSeconds: REPEATED_SECONDS,
    notifyHeartbeatIntervalMs: LISTENER_CHECK_MS,
  })
  boss.on('error', (told) => input.onError(errorOf(told)))
  await boss.start()
  const workers = new Map<string, string[]>()
  const addWorker = (name: string, id: string): void => {
    workers.set(name, [...(workers.get(name) ?? []), id])
  }
  const dueJobs = wakeWhenDue({
    findDue: async (withinMs) => {
      // A process without workers leaves the work to others.
      if (workers.size === 0) return []
      const { rows } = await boss.getDb().executeSql(FIND_DUE, [[...workers.keys()], withinMs])
      // The query selects exactly this.
      return rows as DueQueue[]
    },
    wake: (name) => {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    },
    onError: input.onError,
    ...(input.lookMs !== undefined && { lookMs: input.lookMs }),
  })
  const stopping = new AbortController()
  const loops: Promise<void>[] = []
  return {
    send: async (trx, name, data, options = {}) => {
      await boss.send(name, data, { ...options, db: inTransaction(trx) })
    },
    forget: async (trx, name, data) => {
      const db = inTransaction(trx)
      const found = await boss.findJobs(name, { data, db })
      const ids = found.map((job) => job.id)
      if (ids.length > 0) await boss.deleteJob(name, ids, { db })
    },
    work: async (name, handler, options = {}) => {
      for (let count = 0; count < (options.concurrency ?? 1); count++) {
        const worker = await boss.work(name, POLLING, async ([job]: JobWithMetadata<object>[]) => {
          if (!job) return
          // Where one job was, more may wait: several arrivals can wake a worker only once.
          boss.notifyWorker(worker)
          // The queue's name fixes the shape of its data.
          const data = job.data as JobData[typeof name]
          const isLastTry = job.retryCount >= job.retryLimit
          await withoutWords(() => handler(data, { isLastTry })).catch((error: unknown) => {
            dueJobs.lookSoon()
            throw error
          })
        })
        addWorker(name, worker)
      }
    },
    repeat: async (name, cron, handler, { isDueAtStart = true } = {}) => {
      addWorker(name, await boss.work(name, POLLING, () => withoutWords(handler)))
      await boss.schedule(name, cron)
      if (isDueAtStart) await boss.send(name)
    },
    loop: (turn) => {
      loops.push(takeTurns(turn, { signal: stopping.signal, onError: input.onError }))
    },
    close: async () => {
      stopping.abort()
      await dueJobs.stop()
      await Promise.all([...loops, boss.stop({ graceful: true, timeout: 10_000 })])
    },
  }
}

/** pg-boss tells the errors of its workers as plain objects, of which a log knows nothing. */
export function errorOf(told: Pick<Error, 'message' | 'stack'> & { code?: unknown }): Error {
  if (told instanceof Error) return told
  const { message, stack = message, code } = told
  return Object.assign(new Error(message), { stack, ...(code !== undefined && { code }) })
}

/** How long a loop rests after a turn that failed, in milliseconds. */
const FAILED_TURN_MS = 2_000

async function takeTurns(
  turn: (signal: AbortSignal) => Promise<void>,
  { signal, onError }: { signal: AbortSignal; onError: (error: Error) => void },
): Promise<void> {
  while (!signal.aborted) {
    await turn(signal).catch(async (error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)))
      await wait(FAILED_TURN_MS, undefined, { signal }).catch(() => {})
    })
  }
}

/**
 * The queue keeps the errors of failed work for days, and their words can repeat an address or a
 * text: it gets what kind of error it was, and where.
 */
async function withoutWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw wordlessError(error)
  }
}

function wordlessError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('failed')
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const kept = new Error(`${error.name}${code}`)
  const places = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  kept.stack = [kept.message, ...places].join('\n')
  return kept
}

function inTransaction(trx: Queryable): NonNullable<SendOptions['db']> {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await trx.executeQuery(CompiledQuery.raw(text, values))
      return { rows: result.rows }
    },
  }
}
