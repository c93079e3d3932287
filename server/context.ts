import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Changes, connectChanges } from './db/changes.ts'
import { connectDatabase, type Db } from './db/connect.ts'
import { type Jobs, startJobs } from './db/jobs.ts'
import { requireSameMasterKey } from './db/master-key-check.ts'
import { type Keys, keysFrom } from './domain/keys.ts'
import { keepInOutbox } from './features/email/store.ts'
import { type MemberKeys, memberKeyCache } from './features/private-text/service.ts'
import { type RateLimits, rateLimits } from './http/rate-limit.ts'
import { loadMasterKey } from './master-key.ts'
import { createLibraryWriter } from './ports/ai/library.ts'
import type { DailyWriter } from './ports/ai/port.ts'
import { createOutboxSender } from './ports/email/outbox.ts'
import type { EmailSender } from './ports/email/port.ts'
import { createDiskFiles } from './ports/files/disk.ts'
import type { FileStore } from './ports/files/port.ts'
import type { ImageConverter } from './ports/images/port.ts'
import { createSharpConverter } from './ports/images/sharp.ts'
import type { PushSender } from './ports/push/port.ts'
import { createWebPushSender } from './ports/push/web-push.ts'
import { createMediabunnyConverter } from './ports/recordings/mediabunny.ts'
import type { RecordingConverter } from './ports/recordings/port.ts'
import type { Scripture } from './ports/scripture/port.ts'
import { createWorldEnglishBible } from './ports/scripture/world-english-bible.ts'

/** Everything that features share. Made once per process, here, and passed on explicitly. */
export interface Context {
  config: Config
  log: Logger
  now: () => Date
  db: Db
  /** For reads that may lag a moment; `db` itself without `DATABASE_REPLICA_URL`. */
  replica: Db
  pool: pg.Pool
  changes: Changes
  jobs: Jobs
  keys: Keys
  /** For `features/private-text` alone. */
  memberKeys: MemberKeys
  limits: RateLimits
  files: FileStore
  email: EmailSender
  recordings: RecordingConverter
  images: ImageConverter
  push: PushSender
  scripture: Scripture
  /** Who writes daily texts: the provider where one is set up, the library when it fails. */
  writers: { library: DailyWriter; provider: DailyWriter | undefined }
  /** Folder for files that live only while they are worked on. */
  workDir: string
  close(): Promise<void>
}

/**
 * The one place where adapters are chosen; those that are not chosen are never loaded. When one
 * cannot be made, those made before it are closed again.
 */
export async function createContext(input: {
  config: Config
  log: Logger
  databaseUrl: string
  now?: () => Date
}): Promise<Context> {
  const { config, log, databaseUrl: url } = input
  const onError = (error: Error): void => log.error({ err: error }, 'background failure')
  const workDir = join(config.dataDir, 'tmp')
  await mkdir(workDir, { recursive: true, mode: 0o700 })
  const { dataDir, dataKey: configured } = config
  const keys = keysFrom(await loadMasterKey({ configured, dataDir }))

  const replicaUrl = config.database.provider === 'url' ? config.database.replicaUrl : undefined

  await using made = new AsyncDisposableStack()
  const keep = <T extends { close(): Promise<void> }>(resource: T): T =>
    made.adopt(resource, () => resource.close())
  const { db, pool } = keep(connectDatabase({ url, onError }))
  await requireSameMasterKey(db, keys)
  const context = {
    config,
    log,
    now: input.now ?? (() => new Date()),
    db,
    replica: replicaUrl ? keep(connectDatabase({ url: replicaUrl, onError })).db : db,
    pool,
    changes: keep(await connectChanges({ url, pool, onError })),
    files: keep(await createFiles(config)),
    email: keep(await createEmail(config.mail, db)),
    keys,
    memberKeys: memberKeyCache(),
    limits: rateLimits(pool, keys),
    // Closed before the ports that their work needs.
    jobs: keep(await startJobs({ url, onError })),
    recordings: keep(createMediabunnyConverter()),
    images: createSharpConverter(),
    push: createWebPushSender(),
    scripture: createWorldEnglishBible(),
    writers: { library: createLibraryWriter(), provider: await createProvider(config.ai) },
    workDir,
  }
  const all = made.move()
  return { ...context, close: () => all.disposeAsync() }
}

export async function createFiles(config: Config): Promise<FileStore> {
  switch (config.files.provider) {
    case 'disk':
      return createDiskFiles(join(config.dataDir, 'files'))
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

async function createProvider(ai: Config['ai']): Promise<DailyWriter | undefined> {
  switch (ai.provider) {
    case 'library':
      return undefined
    case 'openai-compatible':
      return (await import('./ports/ai/openai-compatible.ts')).createOpenAiCompatibleWriter(ai)
  }
}
