import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type JobWithMetadata, PgBoss, type SendOptions } from 'pg-boss'
import type { TeamNoticeKind } from '#contract/notification-kinds.ts'
import { IDLE_CONNECTION_MS, KEEP_ALIVE, type Queryable } from './connect.ts'
import { type DueQueue, FIND_DUE, wakeWhenDue } from './due-jobs.ts'

/**
 * Every kind of background job with its data: only ids and keys, because a job's row outlives the
 * job by days.
 */
export interface JobData {
  'send-email': { emailMessageId: number }
  'request-reset': { memberId: string }
  'convert-recording': { storyId: number; uploadKey: string }
  /** For a conversion whose process died on every try. */
  'return-recording': { storyId: number; uploadKey: string }
  /** Drafts the transcript of a story's recording, `audioKey`. */
  'draft-transcript': { storyId: number; audioKey: string }
  /** For a draft whose process died on every try. */
  'fail-transcript': { storyId: number; audioKey: string }
  'remove-file': { key: string }
  'remove-daily-image': { key: string }
  'remove-site-image': { key: string }
  'remove-mail-image': { key: string }
  'start-mailing': { mailingId: number }
  /** Sends a mailing to 50 of its recipients. */
  'send-mailing': { mailingId: number; batch: number }
  'remove-product-image': { key: string }
  'send-notification-mail': { notificationId: number }
  /** For a subscription that nobody should keep paying for. */
  'end-subscription': { provider: string; subscriptionRef: string }
  /** For a buyer whose account was deleted, or a product that is no longer for sale. */
  'close-checkout': { checkoutId: string }
  /** For a member whose email address has changed. */
  'update-customer': { memberId: string }
  'send-push': { notificationId: number; pushSubscriptionId: number }
  /** Sends the member's latest reminder to one of their devices. */
  'send-reminder-push': { memberId: string; pushSubscriptionId: number }
  /** About a queue (null), or about one guidance request. */
  'tell-team': { kind: TeamNoticeKind; subjectId: number | null }
  /** Notifies the members whose ids come after `after`. */
  'tell-on-air': { liveSessionId: number; after: string | null }
  'convert-live-recording': { liveRecordingId: number; uploadKey: string; isPartial: boolean }
  /** For a conversion whose process died on every try. */
  'fail-live-recording': { liveRecordingId: number; uploadKey: string }
  /** `body` is what the test till posts to the webhook, still unsigned. */
  'send-till-event': { body: string }
  /** For an administrator who asked for a backup. */
  'make-backup': Record<string, never>
}
export type JobName = keyof JobData

interface QueueOptions {
  retryLimit: number
  /** Seconds before the second try; later tries wait longer. */
  retryDelay: number
  expireInSeconds: number
  /**
   * For long jobs: a job whose node sends no heartbeat for this many seconds is given back to the
   * queue. At least 10; checked once a minute.
   */
  heartbeatSeconds?: number
  /** The queue that receives jobs whose last try failed. It must be listed above this one. */
  deadLetter?: JobName
  /** With it, a job is refused while another one with its `singletonKey` is queued or runs. */
  policy?: 'exclusive'
}

const QUEUES: Record<JobName, QueueOptions> = {
  'tell-team': { retryLimit: 8, retryDelay: 10, expireInSeconds: 60 },
  'tell-on-air': { retryLimit: 8, retryDelay: 5, expireInSeconds: 120 },
  'fail-live-recording': { retryLimit: 12, retryDelay: 30, expireInSeconds: 60 },
  'convert-live-recording': {
    retryLimit: 4,
    retryDelay: 30,
    // Hours of audio take a good part of an hour.
    expireInSeconds: 3 * 3_600,
    heartbeatSeconds: 60,
    deadLetter: 'fail-live-recording',
  },
  'request-reset': { retryLimit: 5, retryDelay: 5, expireInSeconds: 60 },
  // The delays grow to an hour; the email itself expires after a day at most. A mail server may
  // take minutes to answer.
  'send-email': { retryLimit: 34, retryDelay: 5, expireInSeconds: 300 },
  'return-recording': { retryLimit: 12, retryDelay: 30, expireInSeconds: 60 },
  'convert-recording': {
    retryLimit: 4,
    retryDelay: 5,
    expireInSeconds: 900,
    heartbeatSeconds: 60,
    deadLetter: 'return-recording',
  },
  'fail-transcript': { retryLimit: 12, retryDelay: 30, expireInSeconds: 60 },
  // The provider may be limiting requests for a while; the delays grow to 8 minutes.
  'draft-transcript': {
    retryLimit: 4,
    retryDelay: 60,
    expireInSeconds: 600,
    deadLetter: 'fail-transcript',
  },
  'remove-file': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  'remove-daily-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  'send-notification-mail': { retryLimit: 8, retryDelay: 10, expireInSeconds: 60 },
  // A push that is hours late is of no use anymore.
  'send-push': { retryLimit: 6, retryDelay: 10, expireInSeconds: 60 },
  'send-reminder-push': { retryLimit: 6, retryDelay: 10, expireInSeconds: 60 },
  'remove-mail-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  'start-mailing': { retryLimit: 5, retryDelay: 5, expireInSeconds: 120 },
  'send-mailing': {
    retryLimit: 5,
    retryDelay: 5,
    // At a slow rate, 50 emails take long.
    expireInSeconds: 3 * 3_600,
    heartbeatSeconds: 30,
    policy: 'exclusive',
  },
  'send-till-event': { retryLimit: 12, retryDelay: 2, expireInSeconds: 60 },
  'remove-site-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  // Retried for days: each month that passes costs a member money they did not mean to pay.
  'end-subscription': { retryLimit: 72, retryDelay: 30, expireInSeconds: 120 },
  'close-checkout': { retryLimit: 24, retryDelay: 30, expireInSeconds: 120 },
  'update-customer': { retryLimit: 24, retryDelay: 30, expireInSeconds: 120 },
  'remove-product-image': { retryLimit: 12, retryDelay: 30, expireInSeconds: 120 },
  // Not retried: the page says that it failed, and the administrator can start another one.
  'make-backup': {
    retryLimit: 0,
    retryDelay: 60,
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 60,
    policy: 'exclusive',
  },
}

/** Every kind of job that is queued once, as opposed to running on a schedule. */
export const JOB_NAMES: readonly string[] = Object.keys(QUEUES)

/** Those that a restored site still has to do. A backup would otherwise restore the job that made it. */
export const RESTORED_JOBS: readonly string[] = JOB_NAMES.filter((name) => name !== 'make-backup')

/** Jobs that run on a schedule and have no data. */
const REPEATED = [
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
  'forget-removed',
  'tend-prayers',
  'run-reminders',
] as const

export type RepeatedName = (typeof REPEATED)[number]
/**
 * At most one run is queued at a time, and the next run takes the place of a retry, so nothing
 * piles up.
 */
const REPEATED_QUEUE = {
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: 600,
  retentionSeconds: 300,
  deleteAfterSeconds: 300,
  notify: true,
} as const

/**
 * Notifications and `wakeWhenDue` wake workers. Polling is only a safety net, so it is slow: each
 * worker costs one statement per poll.
 */
const POLLING = {
  pollingIntervalSeconds: 600,
  notifyPollingIntervalSeconds: 600,
  includeMetadata: true,
} as const

/** No job waits for another, so pg-boss need not check for that often. */
const FLOW_SECONDS = 24 * 3_600
/**
 * How often pg-boss checks the connection that receives notifications. In the meantime,
 * `wakeWhenDue` finds the work.
 */
const LISTENER_CHECK_MS = 60_000
/** How late a scheduled run may be; schedules run at most once a minute. */
const REPEATED_SECONDS = 15

/**
 * Longer than any statement of the queue takes: a database that has not answered by then counts as
 * gone.
 */
const ANSWER_LIMIT_MS = 60_000
/** The types of pg-boss include only the first; it passes the others on to `pg`. */
const CONNECTIONS = {
  max: 4,
  idleTimeoutMillis: IDLE_CONNECTION_MS,
  query_timeout: ANSWER_LIMIT_MS,
  ...KEEP_ALIVE,
}

/** Does a job. `isLastTry` is true when a failed try will not be repeated. */
type JobHandler<Name extends JobName> = (
  data: JobData[Name],
  attempt: { isLastTry: boolean; signal: AbortSignal },
) => Promise<void>

/** The job queue in the database: jobs survive a crash, and each runs on one node at a time. */
export interface Jobs {
  /** Queues a job in the given transaction, so that it exists only if the transaction commits. */
  send<Name extends JobName>(
    trx: Queryable,
    name: Name,
    data: JobData[Name],
    /** Jobs with a higher `priority` go first; the default is 0. */
    options?: Pick<SendOptions, 'singletonKey' | 'startAfter' | 'priority'>,
  ): Promise<void>
  /** Queues several jobs, like `send`. */
  sendAll<Name extends JobName>(
    trx: Queryable,
    name: Name,
    jobs: { data: JobData[Name]; singletonKey: string }[],
  ): Promise<void>
  /** Deletes the jobs with this data, waiting or done, in the given transaction. */
  forget<Name extends JobName>(
    trx: Queryable,
    name: Name,
    data: Partial<JobData[Name]>,
  ): Promise<void>
  /** Whether a job with this data has yet to start, or to be tried again. */
  isWaiting<Name extends JobName>(trx: Queryable, name: Name, data: JobData[Name]): Promise<boolean>
  /**
   * Starts a worker. A failed job is retried with a growing delay. The handler's `signal` aborts when
   * the node stops, or the job was given to another node.
   */
  work<Name extends JobName>(
    name: Name,
    handler: JobHandler<Name>,
    options?: { concurrency?: number },
  ): Promise<void>
  /**
   * Runs the handler now and on the cron schedule (in UTC), on one of the nodes. A run is skipped
   * if no node is up at that time, and may happen twice, so the handler must check what is due.
   *
   * @param options.isDueAtStart false for work that waits for its first scheduled run
   */
  repeat(
    name: RepeatedName,
    cron: string,
    handler: () => Promise<void>,
    options?: { isDueAtStart?: boolean },
  ): Promise<void>
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
    // `createQueue` leaves a queue that an earlier release created unchanged.
    const { deadLetter: _, policy: __, ...changeable } = options
    await boss.updateQueue(name, changeable)
  }
  for (const name of REPEATED) await boss.createQueue(name, REPEATED_QUEUE)
  // Wait for indexes that an upgrade builds in the background, which only the owner can do.
  while ((await boss.getBamStatus()).some(({ status }) => UNDER_WAY.has(status))) await wait(100)
}

/** A queued job, without the queue's own bookkeeping. */
export interface QueuedWork {
  name: string
  data: object
  /** An instant in PostgreSQL's format. */
  startAfter: string
  priority: number
  singletonKey: string | null
}

/** Queues the jobs of a backup. */
export async function sendRestoredJobs(
  ownerUrl: string,
  jobs: AsyncIterable<QueuedWork>,
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
 * Connects to the queue, which `installJobs` has prepared.
 *
 * @param input.pollMs how often to check for jobs that are due, in milliseconds
 */
export async function startJobs(input: {
  url: string
  onError: (error: Error) => void
  pollMs?: number
}): Promise<Jobs> {
  const boss = await connectToQueue(input)
  const workers = new Map<string, string[]>()
  const addWorker = (name: string, id: string): void => {
    workers.set(name, [...(workers.get(name) ?? []), id])
  }
  const dueJobs = wakeWhenDue({
    findDue: async (withinMs) => {
      // A process without workers leaves the jobs to others.
      if (workers.size === 0) return []
      const { rows } = await boss.getDb().executeSql(FIND_DUE, [[...workers.keys()], withinMs])
      // The query selects exactly this.
      return rows as DueQueue[]
    },
    wake: (name) => {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    },
    onError: input.onError,
    ...(input.pollMs !== undefined && { pollMs: input.pollMs }),
  })
  const stopping = new AbortController()
  return {
    send: async (trx, name, data, options = {}) => {
      await boss.send(name, data, { ...options, db: inTransaction(trx) })
    },
    sendAll: async (trx, name, jobs) => {
      if (jobs.length > 0) await boss.insert(name, jobs, { db: inTransaction(trx) })
    },
    forget: async (trx, name, data) => {
      const db = inTransaction(trx)
      const found = await boss.findJobs(name, { data, db })
      const ids = found.map((job) => job.id)
      if (ids.length > 0) await boss.deleteJob(name, ids, { db })
    },
    isWaiting: async (trx, name, data) => {
      const found = await boss.findJobs(name, { data, queued: true, db: inTransaction(trx) })
      return found.length > 0
    },
    work: async (name, handler, options = {}) => {
      for (let count = 0; count < (options.concurrency ?? 1); count++) {
        const worker = await boss.work(name, POLLING, async ([job]: JobWithMetadata<object>[]) => {
          if (!job) return
          // More jobs may be waiting: several arrivals can wake a worker only once.
          boss.notifyWorker(worker)
          await runJob(job, handler, stopping.signal).catch((error: unknown) => {
            dueJobs.pollSoon()
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
    close: async () => {
      stopping.abort()
      await dueJobs.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

async function connectToQueue(input: {
  url: string
  onError: (error: Error) => void
}): Promise<PgBoss> {
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
  boss.on('error', (reported) => input.onError(errorOf(reported)))
  await boss.start()
  return boss
}

/** Runs a job's handler; both a stop and the queue's time limit abort its signal. */
function runJob<Name extends JobName>(
  job: JobWithMetadata<object>,
  handler: JobHandler<Name>,
  stopping: AbortSignal,
): Promise<void> {
  // The queue's name determines the shape of its data.
  const data = job.data as JobData[Name]
  const isLastTry = job.retryCount >= job.retryLimit
  const signal = AbortSignal.any([job.signal, stopping])
  return withoutWords(() => handler(data, { isLastTry, signal }))
}

/**
 * Turns the plain objects that pg-boss reports for errors of its workers into errors, which the log
 * expects.
 */
export function errorOf(reported: Pick<Error, 'message' | 'stack'> & { code?: unknown }): Error {
  if (reported instanceof Error) return reported
  const { message, stack = message, code } = reported
  return Object.assign(new Error(message), { stack, ...(code !== undefined && { code }) })
}

/**
 * Throws errors without their messages: the queue stores the errors of failed jobs for days, and a
 * message can contain an address or a text. The queue gets only the type of the error and its
 * place.
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
