import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { auditEndpoints } from '#contract/audit.ts'
import { DAY_MS } from '#contract/durations.ts'
import type { CheckResult, CheckState } from '#contract/maintenance.ts'
import { confirmRestoration } from '#server/backup/restoration.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { connectChanges } from '#server/db/changes.ts'
import { parseCheckpoint } from '#server/db/checkpoint.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { countRunningServers } from '#server/db/running-servers.ts'
import type { DB } from '#server/db/schema.gen.ts'
import { PoolBusyError } from '#server/db/take-connection.ts'
import { recordAudit } from '#server/features/audit/service.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { openKit } from '#server/testing/backup-kit.ts'
import { databaseOf } from '#server/testing/database-of.ts'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { startStripeServer } from '#server/testing/providers/stripe-server.ts'
import { test } from '#server/testing/world.ts'
import type { Site } from './check.ts'
import type { Probes } from './probes.ts'
import { CHECK_TITLES, runChecks } from './run.ts'

const GB = 1024 ** 3

/** A machine without any problem. */
const PROBES: Probes = {
  disk: async () => ({ freeBytes: 90 * GB, totalBytes: 100 * GB, freeFilesShare: 0.9 }),
  memory: () => ({ availableBytes: 2 * GB, totalBytes: 4 * GB, heapShare: 0.3 }),
  fileMode: async () => 0o600,
  dateOf: async () => new Date(),
  certificateOf: async () => ({ endsAt: new Date(Date.now() + 60 * DAY_MS), isTrusted: true }),
  addressesOf: async () => ['203.0.113.4'],
}

const LIVE = {
  isReady: true,
  sentence: 'The live room uses port 20100, UDP and TCP.',
  network: { port: 20100, announcedAddresses: ['203.0.113.4'], hasTurn: false },
}

/** Local servers in place of the providers, and a port where nothing answers. */
const providers = { resend: '', stripe: '', dead: 'http://127.0.0.1:1' }

beforeAll(async () => {
  const stripe = await startStripeServer()
  const resend = createServer(({ headers }, response) => {
    response.statusCode = headers.authorization === 'Bearer re_1' ? 200 : 400
    response.end('{ "statusCode": 400, "name": "validation_error", "data": [] }')
  })
  providers.stripe = stripe.url
  providers.resend = `http://127.0.0.1:${await listenLocally(resend)}`
  return async () => {
    await stripe.stop()
    await closeServer(resend)
  }
})

/** A public site with every provider, on the test's database and data folder. */
async function publicSite(
  { config, db, now }: Context,
  { probes, environment, live = LIVE, sightings, ...rest }: Changes = {},
): Promise<Site> {
  if (config.database.provider !== 'url') throw new Error('Tests name their database.')
  const { recipient } = await newBackupKey()
  return {
    config: readConfig({
      PUBLIC_URL: 'https://folx.example',
      TRUST_PROXY: '1',
      DATABASE_URL: config.database.url,
      DATA_DIR: config.dataDir,
      MAIL_PROVIDER: 'resend',
      MAIL_FROM: 'Folx <hello@folx.example>',
      RESEND_API_KEY: 're_1',
      RESEND_API_BASE: providers.resend,
      RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_local',
      STRIPE_API_BASE: providers.stripe,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      ...(environment?.BACKUP_DIR && { BACKUP_RECIPIENT: recipient }),
      ...environment,
    }),
    environment: environment ?? {},
    now,
    db,
    senderDomains: { check: async () => ({ spf: 'found', dkim: 'found', dmarc: 'found' }) },
    probes: { ...PROBES, ...probes },
    server: {
      live: { health: async () => live },
      sightings: { forwarded: { isBelieved: true, isHttps: true }, hasDirect: false, ...sightings },
      isStarting: false,
    },
    ...rest,
  }
}

type Changes = Partial<Omit<Site, 'probes' | 'environment'>> & {
  probes?: Partial<Probes>
  environment?: Record<string, string>
  live?: typeof LIVE
  sightings?: Partial<NonNullable<Site['server']>['sightings']>
}

async function check(site: Site, name: string): Promise<CheckResult> {
  const result = (await runChecks(site)).find((each) => each.name === name)
  if (!result) throw new Error(`There is no check ${name}.`)
  return result
}

/** How to break something, and what its check must report then. */
interface Breakage {
  state: CheckState
  says: string
  changes?: Changes
  /** Statements for the database. */
  sql?: readonly string[]
}

const BREAKAGES: Record<string, Breakage> = {
  database: { state: 'failed', says: 'doesn’t answer', changes: { db: undefined } },
  migrations: {
    state: 'failed',
    says: '9999-later.sql',
    sql: [`insert into schema_migration (name, checksum) values ('9999-later.sql', 'x')`],
  },
  'audit-log': {
    state: 'failed',
    says: 'One entry was inserted without a link in the chain',
    // Its link would follow at the commit.
    sql: [
      `insert into audit_entry (action, subject_type, subject_id) values ('user-opened', 'user', '1')`,
    ],
  },
  'restored-site': {
    state: 'warning',
    says: 'isn’t confirmed',
    sql: ['update website_settings set restored_from = now()'],
  },
  backup: {
    state: 'failed',
    says: '9 days old',
    sql: [`insert into backup_record (made_at) values (now() - interval '9 days')`],
  },
  drill: {
    state: 'failed',
    says: 'drill failed',
    sql: [`insert into drill_record (made_at, is_passed, seconds) values (now(), false, 40)`],
  },
  disk: {
    state: 'failed',
    says: 'free on the disk of the data folder',
    changes: {
      probes: {
        disk: async () => ({ freeBytes: 0.2 * GB, totalBytes: 20 * GB, freeFilesShare: 0.5 }),
      },
    },
  },
  memory: {
    state: 'failed',
    says: 'memory is available',
    changes: {
      probes: { memory: () => ({ availableBytes: 0.1 * GB, totalBytes: 4 * GB, heapShare: 0.3 }) },
    },
  },
  clock: {
    state: 'failed',
    says: '120 seconds ahead of the clock of Stripe',
    changes: { probes: { dateOf: async () => new Date(Date.now() - 120_000) } },
  },
  'jobs-waiting': {
    state: 'failed',
    says: 'send-push',
    sql: [
      `insert into job.job (name, data, state, start_after, retry_limit)
      values ('send-push', '{}', 'created', now() - interval '3 hours', 1)`,
    ],
  },
  'jobs-failed': {
    state: 'warning',
    says: 'remove-file (1)',
    sql: [
      `insert into job.job (name, data, state, completed_on, retry_limit)
      values ('remove-file', '{}', 'failed', now(), 1)`,
    ],
  },
  'look-alike-names': {
    state: 'warning',
    says: '1 community username looks like an older one',
    sql: [
      `insert into member (username, username_key, email, anonymous_username, anonymous_username_key,
        anonymous_username_skeleton, has_questionable_name, time_zone)
      values ('two', 'two', 'two@folx.example', 'Wren\u3164', 'wren\u3164', 'wren', true, 'UTC')`,
    ],
  },
  'email-provider': {
    state: 'warning',
    says: 'No email service',
    changes: { environment: { MAIL_PROVIDER: 'outbox' } },
  },
  'email-sending': {
    state: 'failed',
    says: 'doesn’t take emails',
    sql: [`update mail_gate set closed_until = now() + interval '1 hour'`],
  },
  'email-domain': {
    state: 'warning',
    says: 'no DKIM record for folx.example',
    changes: {
      senderDomains: { check: async () => ({ spf: 'found', dkim: 'missing', dmarc: 'found' }) },
    },
  },
  'email-bounces': {
    state: 'failed',
    says: '7 addresses bounced',
    sql: [
      `insert into email_suppression (email, cause)
      select n || '@gone.example', 'bounce' from generate_series(1, 7) n`,
      `insert into email_message (kind, to_address, subject, text, html, sent_at)
      select 'notification', 'a@folx.example', '', '', '', now() from generate_series(1, 20)`,
    ],
  },
  connections: {
    state: 'failed',
    says: 'AI',
    sql: [`insert into connection (area, sealed) values ('ai', '\\x01')`],
  },
  'email-webhook': {
    state: 'failed',
    says: 'no delivery event',
    sql: [
      `insert into email_message (kind, to_address, subject, text, html, sent_at)
      values ('notification', 'a@folx.example', '', '', '', now() - interval '3 hours')`,
    ],
  },
  'payment-provider': {
    state: 'warning',
    says: 'No payment service',
    changes: { environment: { PAYMENTS_PROVIDER: 'till' } },
  },
  'payment-mismatches': {
    state: 'warning',
    says: '1 payment differed',
    sql: [
      `insert into payment_mismatch (sentence, is_mended, found_at) values ('One.', false, now())`,
    ],
  },
  'live-room': {
    state: 'failed',
    says: 'No port from 20100',
    changes: {
      live: { ...LIVE, isReady: false, sentence: 'No port from 20100 to 20109 is free.' },
    },
  },
  files: {
    state: 'failed',
    says: 'The store of the bucket folx can’t be reached (ECONNREFUSED)',
    changes: {
      environment: {
        FILES_PROVIDER: 's3',
        S3_BUCKET: 'folx',
        S3_ENDPOINT: providers.dead,
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        S3_FORCE_PATH_STYLE: 'true',
      },
    },
  },
  'ai-provider': {
    state: 'warning',
    says: 'The AI provider doesn’t answer',
    changes: { environment: { AI_BASE_URL: providers.dead, AI_MODEL: 'writer-1' } },
  },
  'speech-provider': {
    state: 'warning',
    says: 'doesn’t answer',
    // Port 9 is one that `fetch` blocks.
    changes: {
      environment: { SPEECH_BASE_URL: 'http://127.0.0.1:9/v1', SPEECH_MODEL: 'whisper-1' },
    },
  },
  certificate: {
    state: 'failed',
    says: 'ends in 2 days',
    changes: {
      probes: {
        certificateOf: async () => ({
          endsAt: new Date(Date.now() + 2 * DAY_MS),
          isTrusted: true,
        }),
      },
    },
  },
  proxy: {
    state: 'failed',
    says: 'TRUST_PROXY doesn’t cover',
    changes: { sightings: { forwarded: { isBelieved: false, isHttps: true } } },
  },
  'secret-files': {
    state: 'failed',
    says: 'Every user of this machine can read data.key',
    changes: {
      probes: { fileMode: async (path) => (path.endsWith('data.key') ? 0o644 : 0o600) },
    },
  },
}

/**
 * Checks that are broken below or in `checks.test.ts`, because it takes more than one statement or
 * one changed fact.
 */
const ELSEWHERE = [
  'master-key',
  'payment-webhook',
  'database-role',
  'env-file',
  'database-connections',
  'live-room-nodes',
  'upgrade',
  'versions',
]

test('every check has a test that breaks it', () => {
  expect([...CHECK_TITLES.keys()].sort()).toEqual([...Object.keys(BREAKAGES), ...ELSEWHERE].sort())
})

test('a public site with everything set up has no problem', async ({ context }) => {
  await context.pool.query(`insert into backup_record (made_at) values (now())`)
  await context.pool.query(
    `insert into drill_record (made_at, is_passed, seconds) values (now(), true, 40)`,
  )
  try {
    const results = await runChecks(await publicSite(context))
    expect(results.filter(({ state }) => state === 'failed' || state === 'warning')).toEqual([])
    expect(results.every(({ meaning, action }) => meaning === null && action === null)).toBe(true)
  } finally {
    await context.pool.query('delete from backup_record; delete from drill_record')
  }
})

test.for(Object.entries(BREAKAGES))(
  'a problem with %s is reported with what to do',
  async ([name, { state, says, changes, sql: statements = [] }], { context }) => {
    // The owner of the tables may write to tables that the application may not.
    const { database } = context.config
    if (database.provider !== 'url') throw new Error('Tests name their database.')
    const owner = connectDatabase({ url: database.ownerUrl, max: 1 })
    onTestFinished(() => owner.close())
    // In a transaction that is rolled back, so that workers never see the jobs.
    const trx = await owner.db.startTransaction().execute()
    onTestFinished(async () => void (await trx.rollback().execute()))
    for (const statement of statements) await sql.raw(statement).execute(trx)
    const result = await check(await publicSite(context, { db: trx, ...changes }), name)
    expect(result).toMatchObject({ state, finding: expect.stringContaining(says) })
    expect(result.meaning).toBeTruthy()
    expect(result.action).toBeTruthy()
  },
)

test.for<[check: string, environment: Record<string, string>, says: string]>([
  ['email-provider', { RESEND_API_KEY: 're_wrong' }, 'Resend refuses the key (400).'],
  ['email-provider', { RESEND_API_BASE: providers.dead }, 'Resend can’t be reached'],
  [
    'email-provider',
    { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://someone:hunter2@127.0.0.1:1' },
    'The SMTP server 127.0.0.1:1 can’t be reached (ECONNREFUSED).',
  ],
  ['payment-provider', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'Stripe refuses the key (401).'],
  [
    'payment-provider',
    { STRIPE_API_BASE: providers.dead },
    'Stripe can’t be reached (ECONNREFUSED).',
  ],
])('a provider that doesn’t work fails %s', async ([name, environment, says], { context }) => {
  const result = await check(await publicSite(context, { environment }), name)
  expect(result).toMatchObject({ state: 'failed', finding: expect.stringContaining(says) })
  expect(result.action).toBeTruthy()
  expect(JSON.stringify(result)).not.toMatch(/hunter2|someone|_wrong/)
})

test.for([
  ['email-provider', { MAIL_PROVIDER: 'outbox' }, 'Emails are kept here and reach nobody.'],
  [
    'payment-provider',
    { PAYMENTS_PROVIDER: 'till' },
    'Test payments, set on the server. Nobody is charged.',
  ],
  [
    'payment-mismatches',
    { PAYMENTS_PROVIDER: 'till' },
    'Test payments, set on the server. Nobody is charged.',
  ],
] as const)('%s doesn’t apply to a private site without one', async (row, { context }) => {
  const [name, environment, finding] = row
  const { config, ...site } = await publicSite(context, { environment })
  const result = await check({ ...site, config: { ...config, isPublic: false } }, name)
  expect(result).toMatchObject({ state: 'skipped', finding })
})

test('late background work is no failure of a server that has just started', async ({
  context,
}) => {
  const site = await publicSite(context)
  const server = site.server && { ...site.server, isStarting: true }
  expect(await check({ ...site, server }, 'jobs-waiting')).toMatchObject({ state: 'skipped' })
})

test('emails that are tried again and emails that were given up are reported with the reason', async ({
  context,
}) => {
  const { database } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const owner = connectDatabase({ url: database.ownerUrl, max: 1 })
  onTestFinished(() => owner.close())
  const trx = await owner.db.startTransaction().execute()
  onTestFinished(async () => void (await trx.rollback().execute()))
  await sql`
    with mail as (
      insert into email_message (kind, to_address, subject, text, html, attempts, last_error)
      values ('code', 'a@folx.example', '', '', '', 3, 'SMTP RCPT TO: 451 come back later')
      returning email_message_id
    )
    insert into job.job (name, data, state, retry_limit)
    select 'send-email', jsonb_build_object('emailMessageId', email_message_id), 'retry', 34
    from mail`.execute(trx)
  const site = await publicSite(context, { db: trx })
  expect(await check(site, 'email-sending')).toMatchObject({
    state: 'warning',
    finding: '1 email couldn’t be sent yet. Latest reason: SMTP RCPT TO: 451 come back later',
    meaning: expect.stringContaining('codes and reset links only as long as they are valid'),
  })
  await sql`update email_message set failed_at = now(), last_error = 'It expired.'`.execute(trx)
  expect(await check(site, 'email-sending')).toMatchObject({
    state: 'warning',
    finding: '1 email couldn’t be sent in the last day. Latest reason: It expired.',
  })
})

test('the newest archive in the place overrides the recorded backup', async ({ context }) => {
  await context.pool.query('insert into backup_record (made_at) values (now())')
  await context.pool.query(
    'insert into drill_record (made_at, is_passed, seconds) values (now(), true, 5)',
  )
  try {
    const kit = await openKit(context)
    const site = await publicSite(context, { environment: { BACKUP_DIR: kit.folder } })
    expect(await check(site, 'backup')).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('no complete backup'),
    })
    await kit.back(context.now())
    expect(await check(site, 'backup')).toMatchObject({ state: 'ok' })
    const bucket = {
      BACKUP_DIR: 's3://folx/site',
      BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(await check(await publicSite(context, { environment: bucket }), 'backup')).toMatchObject(
      {
        state: 'failed',
        finding: expect.stringContaining('s3://folx/site can’t be reached'),
      },
    )
  } finally {
    await context.pool.query('delete from backup_record')
    await context.pool.query('delete from drill_record')
  }
})

test('the audit log is compared with the checkpoints in backups, emails and the command', async ({
  api,
  context,
  world,
}) => {
  const kit = await openKit(context)
  const environment = { BACKUP_DIR: kit.folder }
  const { checkpoint: none } = await api.call(auditEndpoints.checkpoint)
  const admin = await world.admin()
  const record = () => recordAudit(context.db, admin, { action: 'users-listed' })
  await record()
  const { checkpoint } = await api.call(auditEndpoints.checkpoint)
  expect([none, checkpoint]).toEqual([null, expect.stringMatching(/^Entry 1, .* UTC$/)])
  const { manifest } = await kit.back()
  expect(manifest.auditCheckpoint).toBe(checkpoint)
  const entered = parseCheckpoint(checkpoint ?? '')
  expect(
    await check(await publicSite(context, { environment, checkpoint: entered }), 'audit-log'),
  ).toMatchObject({
    state: 'ok',
    finding:
      'The 1 entry of the audit log fit together. So do 2 checkpoints. The checkpoint that you entered fits this log.',
  })

  // Somebody removes the entry, and others follow.
  await asOwner(context, sql`truncate audit_entry, audit_link`)
  await record()
  expect(await check(await publicSite(context, { environment }), 'audit-log')).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining(
      'The checkpoint in the backup of 2026-03-05 12:00 UTC (entry 1) doesn’t fit this log: entry 1 was replaced or removed (written before',
    ),
  })
  expect(
    await check(await publicSite(context, { checkpoint: entered }), 'audit-log'),
  ).toMatchObject({
    state: 'failed',
    finding: expect.stringMatching(
      /^The checkpoint that you entered \(entry 1\) doesn’t fit this log/,
    ),
    action: expect.stringContaining('make sure that the checkpoint is from an email of this site'),
  })
  // A restore explains it: of a backup from before that entry.
  await asOwner(context, sql`update website_settings set restored_from = now() - interval '1 hour'`)
  const says = 'because the site was restored from the backup of'
  const later = { environment, now: () => new Date(Date.now() + 60_000) }
  expect(await check(await publicSite(context, later), 'audit-log')).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining(says),
  })
  expect(await confirmRestoration(databaseOf(context).url)).toBe(true)
  expect(await check(await publicSite(context, later), 'audit-log')).toMatchObject({
    state: 'warning',
    finding: expect.stringContaining(says),
  })
  expect(await check(await publicSite(context), 'audit-log')).toMatchObject({ state: 'ok' })
})

test('a key of another database and an unfinished key change are reported', async ({ context }) => {
  const site = await publicSite(context)
  expect(await check(site, 'master-key')).toMatchObject({ state: 'ok' })
  const other = await publicSite(context, { environment: { DATA_KEY: '7'.repeat(64) } })
  expect(await check(other, 'master-key')).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('belongs to another database'),
  })
  const next = join(context.config.dataDir, 'data.key.next')
  onTestFinished(() => rm(next))
  await writeFile(next, '8'.repeat(64))
  expect(await check(site, 'master-key')).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('not finished'),
  })
})

test('a second node is reported as long as the live room is the embedded one', async ({
  context,
}) => {
  const { db, pool } = context
  expect(await check(await publicSite(context), 'live-room-nodes')).toMatchObject({ state: 'ok' })
  const [{ url }, onError] = [databaseOf(context), (): void => undefined]
  const node = await connectChanges({ url, pool, onError })
  onTestFinished(() => node.close())
  expect(await countRunningServers(db)).toBe(2)
  expect(await check(await publicSite(context), 'live-room-nodes')).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('2 nodes use this database'),
    action: expect.stringContaining('LIVE_PROVIDER'),
  })
  const environment = { LIVE_PROVIDER: 'daily', DAILY_API_KEY: 'key' }
  const hosted = await publicSite(context, { environment })
  expect(await check(hosted, 'live-room-nodes')).toMatchObject({ state: 'ok' })
})

test('an unreachable database is reported first, and checks that need it are skipped', async ({
  context,
}) => {
  const url = 'postgresql://nobody:nothing@127.0.0.1:1/nowhere'
  const { db, close } = connectDatabase({ url, max: 1 })
  const results = await runChecks(await publicSite(context, { db }))
  await close()
  expect(results[0]).toMatchObject({ name: 'database', state: 'failed' })
  expect(results.find(({ name }) => name === 'backup')).toMatchObject({ state: 'skipped' })
  expect(results.find(({ name }) => name === 'disk')).toMatchObject({ state: 'ok' })
})

test('while the database is busy, each check that needs it says so in plain words', async ({
  context,
}) => {
  const healthy = await runChecks(await publicSite(context, { db: undefined }))
  const needed = healthy.filter(({ finding }) => finding === 'The database doesn’t answer.')
  const busy = async (): Promise<never> => {
    throw new PoolBusyError('No connection to the database was free in time.')
  }
  const dialect = new PostgresDialect({ pool: { options: {}, connect: busy, end: async () => {} } })
  const db = new Kysely<DB>({ dialect })
  const results = await runChecks(await publicSite(context, { db }))
  const sentence = 'The database was busy, so this check didn’t run.'
  const told = results.filter(({ finding }) => finding === sentence)
  expect(told.map(({ name }) => name)).toEqual(
    expect.arrayContaining(needed.map(({ name }) => name)),
  )
  expect(told.length).toBeGreaterThan(15)
  for (const { state } of told) expect(state).toBe('warning')
  const words = results.map(({ finding }) => finding).join('\n')
  expect(words).not.toMatch(/PoolBusyError|\(Error\)|doesn’t answer/)
})

test('a check that throws is a warning without the error’s message', async ({ context }) => {
  const broken = new TypeError('hello@folx.example')
  const site = await publicSite(context, {
    probes: {
      memory: () => {
        throw broken
      },
    },
  })
  expect(await check(site, 'memory')).toMatchObject({
    state: 'warning',
    finding: 'This check couldn’t be completed (TypeError).',
  })
})
