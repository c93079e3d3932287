import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { CONNECTION_AREAS, type ConnectionArea } from '#contract/connections.ts'
import { isUnconfirmed } from './backup/restoration.ts'
import type { ProxySightings } from './checks/check.ts'
import type { Config } from './config.ts'
import {
  type Connections,
  configureAreas,
  readConnections,
  type StoredConnections,
} from './connections.ts'
import { type Changes, connectChanges } from './db/changes.ts'
import { connectDatabase, type Db } from './db/connect.ts'
import { connectionProblem } from './db/connection-problem.ts'
import { openPrivateFolder } from './db/data-folder.ts'
import { type Jobs, startJobs } from './db/jobs.ts'
import { hasMasterKey, requireSameMasterKey } from './db/master-key-check.ts'
import { LIVE_ROOM_LOCK, type ProcessLock, processLock } from './db/process-lock.ts'
import { type Keys, keysFrom } from './domain/keys.ts'
import { keepInOutbox } from './features/email/store.ts'
import { type MemberKeys, memberKeyCache } from './features/private-text/service.ts'
import { createStoryPages, type StoryPages } from './features/stories/browse.ts'
import { tillApi } from './features/till/api.ts'
import type { TillContext } from './features/till/events.ts'
import { type RateLimits, rateLimits } from './http/rate-limit.ts'
import { loadMasterKey } from './master-key.ts'
import { createLibraryWriter } from './ports/ai/library.ts'
import type { DailyLibrary, DailyWriter } from './ports/ai/port.ts'
import { createOutboxSender } from './ports/email/outbox.ts'
import type { EmailSender, MailEvents } from './ports/email/port.ts'
import { createDiskFiles } from './ports/files/disk.ts'
import type { FileStore } from './ports/files/port.ts'
import type { ImageConverter } from './ports/images/port.ts'
import { createSharpConverter } from './ports/images/sharp.ts'
import { createEmbeddedEngine } from './ports/live/embedded/engine.ts'
import type { LiveEngine } from './ports/live/port.ts'
import { createClosedPayments } from './ports/payments/closed.ts'
import type { PaymentProvider } from './ports/payments/port.ts'
import type { PushSender } from './ports/push/port.ts'
import { createWebPushSender } from './ports/push/web-push.ts'
import { createMediabunnyConverter } from './ports/recordings/mediabunny.ts'
import type { RecordingConverter } from './ports/recordings/port.ts'
import type { Scripture } from './ports/scripture/port.ts'
import { createWorldEnglishBible } from './ports/scripture/world-english-bible.ts'
import { createDnsSenderDomains } from './ports/sender-domain/dns.ts'
import type { SenderDomains } from './ports/sender-domain/port.ts'
import type { SpeechToText } from './ports/speech/port.ts'

/** Everything that features share. `createContext` makes it once per process. */
export interface Context {
  config: Config
  /** The setup from the page Connections: parts of `config` and some adapters follow it. */
  connections: Connections
  log: Logger
  now: () => Date
  db: Db
  /** For reads that may lag a little; the same as `db` without `DATABASE_REPLICA_URL`. */
  replica: Db
  pool: pg.Pool
  changes: Changes
  jobs: Jobs
  keys: Keys
  /** Only for `features/private-text`. */
  memberKeys: MemberKeys
  /** Only for `features/stories`. */
  storyPages: StoryPages
  limits: RateLimits
  files: FileStore
  email: EmailSender
  payments: PaymentProvider
  /** Carries the live room's audio. */
  live: LiveEngine
  /** Held by the process that runs the live room. Only for `features/live`. */
  roomLock: ProcessLock
  /** Reads the email provider's events; undefined if they aren't set up. */
  mailEvents: MailEvents | undefined
  senderDomains: SenderDomains
  recordings: RecordingConverter
  images: ImageConverter
  push: PushSender
  scripture: Scripture
  /** Sources of daily texts: the provider if one is set up, and the library as its fallback. */
  writers: { library: DailyLibrary; provider: DailyWriter | undefined }
  /** Drafts transcripts; undefined if no speech provider is set up. */
  speech: SpeechToText | undefined
  /** The facts that requests show about the proxy in front of this node. */
  sightings: ProxySightings
  /** The site is restored and not confirmed: nothing is sent, charged or done in the background. */
  isUnconfirmed: boolean
  /** Folder for temporary files. */
  workDir: string
  close(): Promise<void>
}

/**
 * Makes the context. This is the only place that chooses adapters; optional ones are loaded only if
 * chosen. If one can't be made, those made before it are closed.
 */
export async function createContext(input: {
  config: Config
  log: Logger
  databaseUrl: string
  now?: () => Date
  /** How often to check for due jobs, in milliseconds. Default: 5,000. */
  jobPollMs?: number
  /** Aborts when the process stops, perhaps before the context is made. */
  signal?: AbortSignal
}): Promise<Context> {
  const { log, databaseUrl: url, signal } = input
  // Its own copy, because some of it follows the page Connections.
  const config = { ...input.config }
  let isClosing = false
  const onError = (error: Error): void => {
    // Pools of node-postgres report their end before their last connections have ended, so the stop
    // of the embedded database still reaches those.
    if ((isClosing || signal?.aborted) && connectionProblem(error)) return
    log.error({ err: error }, 'background failure')
  }
  const workDir = join(config.dataDir, 'tmp')
  await openPrivateFolder(workDir)
  const { dataDir, dataKey: configured } = config
  const replicaUrl = config.database.provider === 'url' ? config.database.replicaUrl : undefined

  await using made = new AsyncDisposableStack()
  const keep = <T extends { close(): Promise<void> }>(resource: T): T =>
    made.adopt(resource, () => resource.close())
  const { db, pool, dropConnections } = keep(connectDatabase({ url, onError }))
  const isDatabaseUsed = (): Promise<boolean> => hasMasterKey(db)
  const keys = keysFrom(await loadMasterKey({ configured, dataDir, isDatabaseUsed }))
  await requireSameMasterKey(db, keys)
  const now = input.now ?? (() => new Date())
  const changes = keep(await connectChanges({ url, pool, onError, onSilence: dropConnections }))
  const unconfirmed = await isUnconfirmed(db)
  const stored = await readConnections(db, keys)
  const { areas, problems } = configureAreas(config, stored)
  Object.assign(config, ...areas.values())
  logProblems(log, problems)
  // Closed after the jobs below, which use them.
  const replacements = made.adopt(new Set<Closable>(), async (adapters) => {
    await Promise.all([...adapters].map((adapter) => adapter.close()))
  })
  const makePayments: MakePayments = async (settings) =>
    unconfirmed
      ? createClosedPayments(settings.payments.provider, 'unconfirmed')
      : createPayments(settings, {
          keys,
          db,
          now,
          // Assigned below; used only when something is bought.
          jobs: { send: (...work) => context.jobs.send(...work) },
        })
  const files = keep(await createFiles(config))
  const context: Omit<Context, 'close'> = {
    config,
    connections: { stored, problems, refresh: async () => {} },
    log,
    now,
    db,
    replica: replicaUrl ? keep(connectDatabase({ url: replicaUrl, onError })).db : db,
    pool,
    changes,
    files,
    email: keep(await createEmail(config.mail, db)),
    mailEvents: await createMailEvents(config.mail),
    senderDomains: createDnsSenderDomains(),
    sightings: { hasDirect: false },
    isUnconfirmed: unconfirmed,
    payments: keep(await makePayments(config)),
    roomLock: made.adopt(processLock(pool, LIVE_ROOM_LOCK), (lock) => lock.release()),
    live: made.adopt(await createLive(config, { now, onError, files }), (live) => live.shutDown()),
    keys,
    memberKeys: memberKeyCache(),
    storyPages: createStoryPages(changes),
    limits: rateLimits(pool, keys, now),
    // Closed before the ports above, which jobs use.
    jobs: keep(
      await startJobs({ url, onError, ...(input.jobPollMs && { pollMs: input.jobPollMs }) }),
    ),
    recordings: keep(createMediabunnyConverter()),
    images: createSharpConverter(),
    push: createWebPushSender(),
    scripture: createWorldEnglishBible(),
    writers: { library: createLibraryWriter(), provider: await createProvider(config.ai) },
    // A restored site that isn't confirmed sends no recordings to the provider.
    speech: unconfirmed ? undefined : await createSpeech(config.speech),
    workDir,
  }
  made.defer(followConnections(context, { makePayments, replacements }))
  const all = made.move()
  return Object.assign(context, {
    close: () => {
      isClosing = true
      return all.disposeAsync()
    },
  })
}

type MakePayments = (config: Config) => Promise<PaymentProvider>

interface Closable {
  close(): Promise<void>
}

/** Replaced adapters are closed after this time, when nothing uses them anymore. */
const REPLACED_MS = 3 * 60_000

/**
 * Replaces what belongs to an area once an administrator, on any node, connects it in another way.
 * Returns a function that ends this.
 */
function followConnections(
  context: Omit<Context, 'close'>,
  tools: MakerTools,
): () => Promise<void> {
  const { config, connections, db, keys, log, changes } = context
  const makers = adapterMakers(context, tools)
  const refresh = async (): Promise<void> => {
    const stored = await readConnections(db, keys)
    const changed = changedAreas(connections.stored, stored)
    const { areas, problems } = configureAreas(config, stored)
    const next = Object.assign({ ...config }, ...changed.map((area) => areas.get(area)))
    const swaps = await Promise.all(
      changed.filter((area) => areas.has(area)).map((area) => makers[area](next)),
    )
    // At once, so nothing sees the new address with the old adapter.
    for (const area of changed) Object.assign(config, areas.get(area))
    for (const swap of swaps) swap()
    Object.assign(connections, { stored, problems })
    if (changed.length > 0) logProblems(log, problems)
  }
  let last = Promise.resolve()
  connections.refresh = () => {
    last = last.catch(() => {}).then(refresh)
    return last
  }
  const unlisten = changes.listen(({ kind }) => {
    if (kind !== 'connections' && kind !== 'missed') return
    connections.refresh().catch((error: unknown) => {
      log.error({ err: error }, 'the connections could not be read again')
    })
  })
  return async () => {
    unlisten()
    await last.catch(() => {})
  }
}

interface MakerTools {
  makePayments: MakePayments
  /** The adapters that have replaced others, to be closed with the context. */
  replacements: Set<Closable>
}

/** Makes the new adapters of an area. The function that it returns puts them into the context. */
type AdapterMaker = (next: Config) => Promise<() => void>

function adapterMakers(
  context: Omit<Context, 'close'>,
  { makePayments, replacements }: MakerTools,
): Record<ConnectionArea, AdapterMaker> {
  const { db, log } = context
  const replace = <T extends Closable>(before: T, after: T): T => {
    replacements.add(after)
    const close = (): void => {
      replacements.delete(before)
      before.close().catch((error: unknown) => log.warn({ err: error }, 'closing an adapter'))
    }
    setTimeout(close, REPLACED_MS).unref()
    return after
  }
  return {
    email: async (next) => {
      const email = await createEmail(next.mail, db)
      const mailEvents = await createMailEvents(next.mail)
      return () => {
        context.email = replace(context.email, email)
        context.mailEvents = mailEvents
      }
    },
    payments: async (next) => {
      const payments = await makePayments(next)
      return () => {
        context.payments = replace(context.payments, payments)
      }
    },
    ai: async (next) => {
      const provider = await createProvider(next.ai)
      return () => {
        context.writers = { ...context.writers, provider }
      }
    },
    // Read from the configuration each time.
    backups: async () => () => {},
  }
}

function changedAreas(before: StoredConnections, after: StoredConnections): ConnectionArea[] {
  return CONNECTION_AREAS.filter(
    (area) => JSON.stringify(before.get(area)) !== JSON.stringify(after.get(area)),
  )
}

function logProblems(log: Logger, problems: Connections['problems']): void {
  for (const [area, sentence] of problems) {
    log.error({ area }, `what is stored on the page Connections is not used: ${sentence}`)
  }
}

export async function createFiles(config: Config): Promise<FileStore> {
  switch (config.files.provider) {
    case 'disk': {
      const folder = join(config.dataDir, 'files')
      await openPrivateFolder(folder)
      return createDiskFiles(folder)
    }
    case 's3':
      return (await import('./ports/files/s3.ts')).createS3Files(config.files)
  }
}

async function createEmail(mail: Config['mail'], db: Db): Promise<EmailSender> {
  switch (mail.provider) {
    case 'outbox':
      return createOutboxSender({
        store: ({ to: toAddress, idempotencyKey, subject, text, html }) =>
          keepInOutbox(db, { toAddress, idempotencyKey, subject, text, html }),
      })
    case 'smtp':
      return (await import('./ports/email/smtp.ts')).createSmtpSender(mail)
    case 'resend':
      return (await import('./ports/email/resend.ts')).createResendSender(mail)
  }
}

async function createMailEvents(mail: Config['mail']): Promise<MailEvents | undefined> {
  if (mail.provider !== 'resend' || !mail.webhookSecret) return undefined
  const { createResendEvents } = await import('./ports/email/resend-events.ts')
  return createResendEvents({ secret: mail.webhookSecret })
}

async function createPayments(
  { payments, publicUrl, isPublic }: Config,
  options: TillContext & { keys: Keys },
): Promise<PaymentProvider> {
  const { now } = options
  switch (payments.provider) {
    case 'till': {
      // Everyone could take what is for sale without paying.
      if (isPublic) return createClosedPayments('till', 'sellsNothing')
      const { createTillProvider } = await import('./ports/payments/till.ts')
      const eventKey = options.keys.derive('till-event')
      return createTillProvider({ api: tillApi(options), eventKey, publicUrl, now })
    }
    case 'stripe': {
      const { createStripeProvider } = await import('./ports/payments/stripe.ts')
      return createStripeProvider({ ...payments, installation: publicUrl, now })
    }
  }
}

async function createLive(
  { live, dataDir, files: place, publicUrl: installation }: Config,
  options: { now: () => Date; onError: (error: Error) => void; files: FileStore },
): Promise<LiveEngine> {
  const { now, onError: onProblem, files } = options
  switch (live.provider) {
    case 'embedded': {
      const recordingsDir = join(dataDir, 'live-recordings')
      return createEmbeddedEngine({ ...live, recordingsDir, now, onProblem })
    }
    case 'livekit': {
      const { createLiveKitEngine } = await import('./ports/live/livekit.ts')
      const storage = place.provider === 's3' ? { bucket: place, files } : undefined
      return createLiveKitEngine({ ...live, installation, storage, onProblem })
    }
    case 'daily': {
      const { createDailyEngine } = await import('./ports/live/daily.ts')
      return createDailyEngine({ ...live, installation, now, onProblem })
    }
  }
}

async function createSpeech(speech: Config['speech']): Promise<SpeechToText | undefined> {
  switch (speech.provider) {
    case 'none':
      return undefined
    case 'openai':
      return (await import('./ports/speech/openai.ts')).createOpenAiSpeech(speech)
  }
}

async function createProvider(ai: Config['ai']): Promise<DailyWriter | undefined> {
  switch (ai.provider) {
    case 'library':
      return undefined
    case 'openai-compatible':
      return (await import('./ports/ai/openai-compatible.ts')).createOpenAiCompatibleWriter(ai)
  }
}
