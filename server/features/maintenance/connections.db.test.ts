import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import {
  type ConnectionArea,
  type ConnectionInput,
  type ConnectionVariable,
  connectionEndpoints as calls,
  STRIPE_EVENTS,
} from '#contract/connections.ts'
import { emailEndpoints } from '#contract/email.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { listArchives } from '#server/backup/manifest.ts'
import { readConfig } from '#server/config.ts'
import { readConnections, storeConnection } from '#server/connections.ts'
import { keysFrom, newMasterKey } from '#server/domain/keys.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { startOtherNode } from '#server/testing/other-node.ts'
import type { TestMember } from '#server/testing/population.ts'
import { startOpenAiServer } from '#server/testing/providers/openai-server.ts'
import { startStripeServer } from '#server/testing/providers/stripe-server.ts'
import { test as base } from '#server/testing/world.ts'
import { rotateMasterKey } from '../private-text/rotation.ts'
import { makeBackup } from './backup.ts'

const DOCTOR = join(import.meta.dirname, '../../../scripts/doctor.ts')
const BACKUP = join(import.meta.dirname, '../../../scripts/backup.ts')
const SECRET = 'a-secret-that-no-answer-shows'

/** An administrator who has just signed in, and a site with nothing connected. */
const test = base.extend('keeper', async ({ api, world, context }, { onCleanup }) => {
  onCleanup(async () => {
    await context.db.deleteFrom('connection').execute()
    await context.connections.refresh()
  })
  return api.as(await world.admin())
})

async function startSmtp(): Promise<MailServer> {
  const server = await startMailServer()
  // Not awaited: replaced adapters keep their connections open for a while.
  onTestFinished(() => void server.close())
  return server
}

/** For addresses where nothing answers. */
const ANYWAY = { anyway: 'true' } as const

function smtp(server: Pick<MailServer, 'port'>, changes: Record<string, string> = {}) {
  return {
    params: { area: 'email' } as const,
    query: ANYWAY,
    body: {
      MAIL_PROVIDER: 'smtp',
      MAIL_FROM: 'River <hello@river.example>',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(server.port),
      ...changes,
    },
  }
}

const AI = { AI_BASE_URL: 'https://ai.example/v1', AI_MODEL: 'writer-1', AI_API_KEY: SECRET }
const ai = (changes: Record<string, string> = {}) => ({
  params: { area: 'ai' } as const,
  query: ANYWAY,
  body: { ...AI, ...changes },
})

test('email is connected and tested on the page, and disconnected again', async ({
  keeper,
  api,
  context,
}) => {
  const server = await startSmtp()
  const outbox = context.email
  expect(await keeper.call(calls.test, { params: { area: 'email' } })).toMatchObject({
    works: false,
  })
  expect(await keeper.call(calls.save, smtp(server))).toMatchObject({
    source: 'page',
    environment: [],
    values: { MAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1' },
    secrets: [],
    webhookUrl: 'http://localhost:3000/api/webhooks/resend',
    problem: null,
  })
  expect(context.email).not.toBe(outbox)
  expect(context.config.mail).toMatchObject({ from: 'River <hello@river.example>' })
  const { email } = await keeper.call(accountEndpoints.currentUser)
  expect(await keeper.call(calls.test, { params: { area: 'email' } })).toEqual({
    works: true,
    sentence: `A test email is on its way to ${email}.`,
  })
  // Beside them, the keeper's notice of the change may come.
  const takenAs = (subject: RegExp): string[] =>
    server.taken.filter(({ mail }) => subject.test(mail.subject ?? '')).map(({ to }) => to)
  expect(takenAs(/^A test from /)).toEqual([email])
  // An email that the site sends on its own takes the same way.
  await api.call(accountEndpoints.requestOtp, { body: { email } })
  await expect.poll(() => takenAs(/code/)).toEqual([email])

  expect(await keeper.call(calls.remove, { params: { area: 'email' } })).toMatchObject({
    source: 'none',
    values: {},
  })
  expect(context.config.mail).toEqual({ provider: 'outbox' })
})

test('no answer, log or audit entry contains a secret, and it is sealed in the database', async ({
  keeper,
  context,
  logLines,
}) => {
  const saved = await keeper.request(calls.save, ai())
  const list = await keeper.request(calls.list)
  const refused = await keeper.request(calls.save, ai({ AI_BASE_URL: 'nowhere' }))
  const tested = await keeper.request(calls.test, { params: { area: 'ai' } })
  for (const { text } of [saved, list, refused, tested]) expect(text).not.toContain(SECRET)
  expect(list.json).toContainEqual(
    expect.objectContaining({ area: 'ai', source: 'page', secrets: ['AI_API_KEY'] }),
  )
  expect(list.headers['cache-control']).toBe('no-store')
  expect(logLines.join('\n')).not.toContain(SECRET)
  const row = await context.db
    .selectFrom('connection')
    .select('sealed')
    .where('area', '=', 'ai')
    .executeTakeFirstOrThrow()
  expect(row.sealed.includes(SECRET)).toBe(false)
  expect(row.sealed.includes('writer-1')).toBe(false)
  expect((await readConnections(context.db, context.keys)).get('ai')).toEqual(AI)
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'subjectId', 'detail'])
    .where('action', '=', 'connection-changed')
    .where('subjectId', '=', 'ai')
    .execute()
  expect(entries).toEqual([
    {
      action: 'connection-changed',
      subjectId: 'ai',
      detail: { area: 'ai', changed: ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY'] },
    },
  ])
})

test('an empty secret keeps the stored one, but never for another server', async ({
  keeper,
  context,
}) => {
  await keeper.call(calls.save, ai())
  await keeper.call(calls.save, ai({ AI_MODEL: 'writer-2', AI_API_KEY: '' }))
  expect(context.config.ai).toMatchObject({ model: 'writer-2', apiKey: SECRET })
  const moved = ai({ AI_BASE_URL: 'https://elsewhere.example/v1', AI_API_KEY: '' })
  const refusal = await keeper.refuse(calls.save, moved)
  expect(refusal).toMatchObject({
    code: 'invalid_input',
    fields: { AI_API_KEY: 'Enter this again, because it belongs to another server or account.' },
  })
  expect(context.config.ai).toMatchObject({ baseUrl: 'https://ai.example/v1' })
  await keeper.call(calls.save, smtp({ port: 25 }, { SMTP_USER: 'ann', SMTP_PASSWORD: SECRET }))
  const other = { SMTP_HOST: 'mail.elsewhere.example', SMTP_USER: 'ann', SMTP_PASSWORD: '' }
  expect(await keeper.refuse(calls.save, smtp({ port: 25 }, other))).toMatchObject({
    fields: { SMTP_PASSWORD: expect.stringContaining('another server') },
  })
})

const REFUSED = [
  ['email', { MAIL_FROM: 'a@river.example' }, 'MAIL_PROVIDER', 'Fill this in.'],
  [
    'email',
    { MAIL_PROVIDER: 'resend', MAIL_FROM: 'a@river.example' },
    'RESEND_API_KEY',
    'Fill this in.',
  ],
  ['email', { MAIL_PROVIDER: 'smtp', MAIL_FROM: 'a@river.example' }, 'SMTP_HOST', 'Fill this in.'],
  [
    'email',
    { MAIL_PROVIDER: 'smtp', MAIL_FROM: 'River', SMTP_HOST: 'mail.river.example' },
    'MAIL_FROM',
    'This must be an address, or a name with an address in <>.',
  ],
  [
    'payments',
    { PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'pk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    'STRIPE_SECRET_KEY',
    'This must start with sk_ or rk_.',
  ],
  ['ai', { AI_MODEL: 'm' }, 'AI_BASE_URL', 'Fill this in.'],
  [
    'backups',
    { BACKUP_DIR: 'backups', BACKUP_RECIPIENT: 'age1' },
    'BACKUP_DIR',
    'This must be a whole path such as /mnt/backups/folx, without ~ or a relative start.',
  ],
  [
    'backups',
    { BACKUP_DIR: '/backups', BACKUP_RECIPIENT: 'age1' },
    'BACKUP_RECIPIENT',
    'This must be the public half of the backup key, which begins with age1. Copy it again.',
  ],
  [
    'backups',
    { BACKUP_DIR: '/backups', BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1ABC' },
    'BACKUP_RECIPIENT',
    'This must not be the secret half of the backup key (AGE-SECRET-KEY-1…), which opens all backups. Remove it from the server, and enter the half that begins with age1.',
  ],
  ['backups', { BACKUP_RECIPIENT: 'age1' }, 'BACKUP_DIR', 'Fill this in.'],
] as const

test('what is missing or wrong is refused next to its field', async ({ keeper }) => {
  for (const [area, body, name, sentence] of REFUSED) {
    const refusal = await keeper.refuse(calls.save, { params: { area }, body })
    expect(refusal).toMatchObject({ code: 'invalid_input', fields: { [name]: sentence } })
  }
})

test('everything that is missing or wrong is refused at once', async ({ keeper }) => {
  const refused = async (area: ConnectionArea, body: ConnectionInput) =>
    Object.keys((await keeper.refuse(calls.save, { params: { area }, body })).fields ?? {}).sort()
  expect(
    await refused('email', {
      MAIL_PROVIDER: 'smtp',
      MAIL_FROM: 'River',
      SMTP_HOST: 'no name',
      SMTP_PORT: 'x',
      SMTP_USER: 'ann',
    }),
  ).toEqual(['MAIL_FROM', 'SMTP_HOST', 'SMTP_PASSWORD', 'SMTP_PORT'])
  expect(await refused('email', { MAIL_PROVIDER: 'resend', RESEND_WEBHOOK_SECRET: 'x' })).toEqual([
    'MAIL_FROM',
    'RESEND_API_KEY',
    'RESEND_WEBHOOK_SECRET',
  ])
  expect(await refused('payments', { PAYMENTS_PROVIDER: 'stripe' })).toEqual([
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  expect(await refused('ai', {})).toEqual(['AI_API_KEY', 'AI_BASE_URL', 'AI_MODEL'])
  expect(await refused('ai', { AI_BASE_URL: 'https://ai.example' })).toEqual([
    'AI_API_KEY',
    'AI_MODEL',
  ])
  expect(await refused('backups', { BACKUP_DIR: 's3://A', BACKUP_RECIPIENT: 'x' })).toEqual([
    'BACKUP_DIR',
    'BACKUP_RECIPIENT',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ])
})

test('what doesn’t work is saved only if the keeper says so', async ({ keeper, context }) => {
  const tried = (from: ReturnType<typeof smtp> | ReturnType<typeof ai>) => ({ ...from, query: {} })
  const closed = smtp({ port: 1 })
  expect(await keeper.refuse(calls.save, tried(closed))).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('127.0.0.1:1 can’t be reached'),
    fields: { anyway: expect.any(String) },
  })
  expect(context.config.mail).toEqual({ provider: 'outbox' })
  await keeper.call(calls.save, closed)
  const server = await startSmtp()
  await keeper.call(calls.save, tried(smtp(server)))
  expect(context.config.mail).toMatchObject({ url: `smtp://127.0.0.1:${server.port}` })
  // Nothing is sent.
  expect(server.taken).toEqual([])

  const provider = await startOpenAiServer()
  await keeper.call(calls.save, tried(ai({ AI_BASE_URL: provider.baseUrl })))
  await provider.stop()
  const renamed = tried(ai({ AI_BASE_URL: provider.baseUrl, AI_MODEL: 'writer-2' }))
  expect((await keeper.refuse(calls.save, renamed)).fields).toHaveProperty('anyway')
  expect(context.config.ai).toMatchObject({ model: 'writer-1' })

  const { recipient } = await keeper.call(calls.newBackupKey)
  const file = join(await makeFolder(), 'file')
  await writeFile(file, '')
  const body = { BACKUP_DIR: join(file, 'backups'), BACKUP_RECIPIENT: recipient }
  const params = { area: 'backups' } as const
  const unkept = await keeper.refuse(calls.save, { params, body, query: ANYWAY })
  expect(unkept.fields).toEqual({
    BACKUP_RECIPIENT: 'Confirm first that you’ve kept the half that opens the backups.',
  })
  const refusal = await keeper.refuse(calls.save, { params, body, query: { kept: 'true' } })
  expect(refusal.fields).toHaveProperty('anyway')
})

/** An area's values, its kept secret, and changes after which the secret belongs elsewhere. */
const KEPT: readonly [ConnectionArea, ConnectionVariable, ConnectionInput, ConnectionInput[]][] = [
  [
    'email',
    'SMTP_PASSWORD',
    {
      MAIL_PROVIDER: 'smtp',
      MAIL_FROM: 'a@river.example',
      SMTP_HOST: 'mail.river.example',
      SMTP_PORT: '465',
      SMTP_USER: 'ann',
      SMTP_PASSWORD: SECRET,
    },
    [{ SMTP_HOST: '127.0.0.1' }, { SMTP_PORT: '4650' }, { SMTP_PORT: '' }, { SMTP_USER: 'bea' }],
  ],
  [
    'payments',
    'STRIPE_WEBHOOK_SECRET',
    {
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: `whsec_${SECRET}`,
    },
    [{ STRIPE_SECRET_KEY: 'sk_live_2' }],
  ],
  [
    'ai',
    'AI_API_KEY',
    { AI_BASE_URL: 'https://ai.example/v1', AI_MODEL: 'm', AI_API_KEY: SECRET },
    [{ AI_BASE_URL: 'https://ai.example:8443/v1' }, { AI_BASE_URL: 'https://other.example/v1' }],
  ],
  [
    'backups',
    'BACKUP_S3_SECRET_ACCESS_KEY',
    {
      BACKUP_DIR: 's3://river/folx',
      BACKUP_S3_ENDPOINT: 'https://store.example',
      BACKUP_S3_REGION: 'eu',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
      BACKUP_S3_SECRET_ACCESS_KEY: SECRET,
    },
    [
      { BACKUP_S3_ENDPOINT: 'https://store.example:8443' },
      { BACKUP_S3_ENDPOINT: '' },
      { BACKUP_S3_REGION: 'us' },
      { BACKUP_S3_ACCESS_KEY_ID: 'other' },
    ],
  ],
]

test.for(KEPT)(
  'a kept secret of %s goes to no other server, port or account',
  async ([area, secret, values, changes], { keeper, context }) => {
    const { recipient } = await keeper.call(calls.newBackupKey)
    const first = area === 'backups' ? { ...values, BACKUP_RECIPIENT: recipient } : values
    const params = { area }
    await keeper.call(calls.save, { params, body: first, query: { ...ANYWAY, kept: 'true' } })
    const kept = { ...first, [secret]: '' }
    // Kept secrets of the account itself stay, too.
    const own = area === 'payments' ? { STRIPE_SECRET_KEY: '' } : {}
    await keeper.call(calls.save, { params, body: { ...kept, ...own }, query: ANYWAY })
    for (const change of changes) {
      const query = { anyway: 'true' } as const
      const refusal = await keeper.refuse(calls.save, {
        params,
        body: { ...kept, ...change },
        query,
      })
      expect(refusal.fields).toMatchObject({
        [secret]: 'Enter this again, because it belongs to another server or account.',
      })
    }
    expect(context.connections.stored.get(area)).toEqual(first)
  },
)

test('a public site reaches only https addresses from the page', async ({ keeper, context }) => {
  const local = ai({ AI_BASE_URL: 'http://10.0.0.5/v1' })
  expect((await keeper.request(calls.save, local)).status).toBe(200)
  onTestFinished(() => {
    context.config.isPublic = false
  })
  context.config.isPublic = true
  expect(await keeper.refuse(calls.save, local)).toMatchObject({
    fields: { AI_BASE_URL: expect.stringContaining('https://') },
  })
})

test('on the internet, nobody reads the outbox unless the operator has chosen it', async ({
  keeper,
  context: { config },
}) => {
  const read = () => keeper.request(emailEndpoints.listOutbox)
  onTestFinished(() => {
    config.isPublic = false
    config.environment = {}
  })
  config.isPublic = true
  expect(await read()).toMatchObject({ status: 404 })
  config.environment = { email: ['MAIL_PROVIDER'] }
  expect(await read()).toMatchObject({ status: 200 })
})

test('everyone with the right is told of a change, also at each verified address', async ({
  keeper,
  api,
  context,
  world,
}) => {
  const [other, helper] = [await world.admin(), await world.admin({ rights: ['stories'] })]
  const noticesOf = async (member: TestMember): Promise<string[]> => {
    const { items } = await api.as(member).call(notificationEndpoints.list)
    return items.map(({ kind }) => kind)
  }
  await keeper.call(calls.save, ai())
  await expect.poll(() => noticesOf(other)).toEqual(['team-connection'])
  expect(await noticesOf(helper)).toEqual([])

  const unverified = await world.admin()
  await context.db
    .updateTable('member')
    .set({ emailVerifiedAt: null })
    .where('memberId', '=', unverified.id)
    .execute()
  await context.db.deleteFrom('emailMessage').execute()
  const toldOf = async (): Promise<string[]> => {
    const rows = await context.db
      .selectFrom('emailMessage')
      .select(['toAddress', 'subject'])
      .where('kind', '=', 'connection-changed')
      .execute()
    return rows.map(({ toAddress, subject }) => `${toAddress} ${subject}`)
  }
  await keeper.call(calls.remove, { params: { area: 'ai' } })
  const told = await toldOf()
  expect(told.filter((each) => each.startsWith(other.email))).toEqual([
    expect.stringMatching(/AI was disconnected$/),
  ])
  for (const { email } of [helper, unverified]) {
    expect(told.filter((each) => each.startsWith(email))).toEqual([])
  }
})

test('the environment wins, and the page can’t change it', async ({ keeper, context }) => {
  await keeper.call(calls.save, ai())
  const { database, dataDir } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const fixed = { AI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'of-the-server' }
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...fixed })
  const node = await startOtherNode({ ...context, config })
  onTestFinished(() => node.close())
  expect(node.context.config.ai).toMatchObject({ model: 'of-the-server' })
  await node.context.connections.refresh()
  expect(node.context.config.ai).toMatchObject({ model: 'of-the-server' })

  context.config.environment = config.environment
  onTestFinished(() => {
    context.config.environment = {}
  })
  const list = await keeper.call(calls.list)
  expect(list.find(({ area }) => area === 'ai')).toEqual({
    area: 'ai',
    source: 'environment',
    environment: ['AI_BASE_URL', 'AI_MODEL'],
    values: {},
    secrets: [],
    webhookUrl: null,
    problem: null,
    isConnected: true,
    version: expect.any(String),
  })
  expect((await keeper.refuse(calls.save, ai())).code).toBe('conflict')
  expect((await keeper.refuse(calls.remove, { params: { area: 'ai' } })).code).toBe('conflict')
})

test('a change is used on every node without a restart', async ({ keeper, context }) => {
  const node = await startOtherNode(context)
  onTestFinished(() => node.close())
  const before = { email: node.context.email, payments: node.context.payments }
  await keeper.call(calls.save, smtp({ port: 25 }))
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  await keeper.call(calls.save, {
    params: { area: 'payments' },
    query: ANYWAY,
    body: { PAYMENTS_PROVIDER: 'stripe', ...stripe },
  })
  await keeper.call(calls.save, ai())
  await expect.poll(() => node.context.writers.provider?.model).toBe('writer-1')
  await expect.poll(() => node.context.payments.name).toBe('stripe')
  expect(node.context.email).not.toBe(before.email)
  expect(node.context.config.mail).toMatchObject({ provider: 'smtp' })
  await keeper.call(calls.remove, { params: { area: 'payments' } })
  await expect.poll(() => node.context.payments.name).toBe('till')
})

test('what is damaged is ignored, and the page says so', async ({ keeper, context }) => {
  const other = keysFrom(newMasterKey())
  const stored = { area: 'email', values: smtp({ port: 25 }).body, now: new Date() } as const
  await storeConnection(context.db, other, stored)
  // It was valid for an earlier release.
  const invalid = { area: 'ai', values: { AI_BASE_URL: 'https://ai.example' } } as const
  await storeConnection(context.db, context.keys, { ...invalid, now: new Date() })
  const node = await startOtherNode(context)
  onTestFinished(() => node.close())
  expect(node.context.config).toMatchObject({
    mail: { provider: 'outbox' },
    ai: { provider: 'library' },
  })
  expect([...node.context.connections.problems.keys()]).toEqual(['email', 'ai'])
  await context.connections.refresh()
  const [email] = await keeper.call(calls.list)
  expect(email).toMatchObject({ source: 'page', values: {}, problem: expect.any(String) })
  expect(await keeper.call(calls.save, smtp({ port: 25 }))).toMatchObject({ problem: null })
})

test('a new master key opens what was stored under the previous one', async ({
  keeper,
  context,
}) => {
  await keeper.call(calls.save, ai())
  const { db, files, keys: current } = context
  const next = keysFrom(newMasterKey())
  const storedUnder = async (keys: typeof next) => (await readConnections(db, keys)).get('ai')
  // The second time, as after an interruption.
  for (const _ of ['first', 'second']) {
    await rotateMasterKey({ db, files }, { current, next, forgetsLost: false })
    expect(await storedUnder(next)).toEqual(AI)
    expect(await storedUnder(current)).toBeNull()
  }
  await rotateMasterKey({ db, files }, { current: next, next: current, forgetsLost: false })
  expect(await storedUnder(current)).toEqual(AI)
})

test('a change needs a fresh proof of who the keeper is, and the right', async ({ api, world }) => {
  const { id } = await world.admin()
  const admin = api.as(await world.staleSession(id))
  expect((await admin.refuse(calls.save, ai())).code).toBe('step_up')
  expect((await admin.refuse(calls.remove, { params: { area: 'ai' } })).code).toBe('step_up')
  const helper = api.as(await world.admin({ rights: ['mail', 'treasurer', 'settings'] }))
  expect((await helper.refuse(calls.list)).code).toBe('not_allowed')
})

test('a test says in words what the provider answers', async ({ keeper, context }) => {
  const stripe = await startStripeServer()
  onTestFinished(() => stripe.stop())
  const { payments } = context.config
  onTestFinished(() => {
    context.config.payments = payments
  })
  const settings = { webhookSecret: stripe.webhookSecret, apiBase: stripe.url }
  const tested = (area: 'payments' | 'ai' | 'backups' | 'email') =>
    keeper.call(calls.test, { params: { area } })
  context.config.payments = { provider: 'stripe', secretKey: stripe.secretKey, ...settings }
  expect(await tested('payments')).toEqual({
    works: true,
    sentence: 'Stripe accepts the key, and it has the rights that it needs.',
  })
  // Stripe can report to a public site only.
  context.config.isPublic = true
  onTestFinished(() => {
    context.config.isPublic = false
  })
  const url = `${context.config.publicUrl}/api/webhooks/stripe`
  const reporting = async (changes: { url?: string; status?: 'disabled'; events?: string[] }) => {
    const { events = ['*'], ...rest } = changes
    const webhook = { id: 'we_1', url, status: 'enabled', enabled_events: events, ...rest } as const
    stripe.account.webhooks.set('we_1', webhook)
    return tested('payments')
  }
  const failing = (sentence: string) => ({
    works: false,
    sentence: expect.stringContaining(sentence),
  })
  expect(await tested('payments')).toMatchObject(failing(`doesn’t report to ${url}`))
  expect(await reporting({ url: 'https://other.example' })).toMatchObject(failing('report to'))
  expect(await reporting({ status: 'disabled' })).toMatchObject(failing('turned off'))
  expect(
    await reporting({ events: STRIPE_EVENTS.filter((each) => each !== 'invoice.paid') }),
  ).toMatchObject(failing('doesn’t report these events: invoice.paid.'))
  expect(await reporting({ events: [...STRIPE_EVENTS] })).toMatchObject({ works: true })
  expect(await reporting({})).toMatchObject({ works: true })
  context.config.isPublic = false
  context.config.payments = { provider: 'stripe', secretKey: `sk_${SECRET}`, ...settings }
  const refused = await tested('payments')
  expect(refused).toMatchObject({ works: false, sentence: expect.stringContaining('refuses') })
  expect(refused.sentence).not.toContain(SECRET)

  expect(await tested('ai')).toMatchObject({ works: false })
  const server = await startOpenAiServer()
  onTestFinished(() => server.stop())
  await keeper.call(calls.save, ai({ AI_BASE_URL: server.baseUrl }))
  expect(await tested('ai')).toEqual({
    works: true,
    sentence: 'It wrote: “Rest is allowed today.”',
  })

  await keeper.call(calls.save, smtp({ port: 1 }))
  expect(await tested('email')).toMatchObject({
    works: false,
    sentence: expect.stringContaining('can’t be reached'),
  })
})

test('backups go to the place that was set up on the page, with a key made there', async ({
  keeper,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'folx-page-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { identity, recipient } = await keeper.call(calls.newBackupKey)
  expect(identity).toMatch(/^AGE-SECRET-KEY-1/)
  await keeper.call(calls.save, {
    params: { area: 'backups' },
    query: { kept: 'true' },
    body: { BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient },
  })
  expect(context.config.backup).toMatchObject({ recipient })
  expect(await keeper.call(calls.test, { params: { area: 'backups' } })).toEqual({
    works: true,
    sentence: expect.stringContaining(
      'locked, written, listed, read back and removed there. They are on the same disk',
    ),
  })
  const { database, dataDir } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATABASE_OWNER_URL', database.ownerUrl)
  await makeBackup(context)
  expect(await listArchives(createBackupFolder(folder))).toHaveLength(1)
  // By hand, too, without a place or a key in the environment.
  await promisify(execFile)(process.execPath, [BACKUP])
  expect(await listArchives(createBackupFolder(folder))).toHaveLength(2)
  await context.db.deleteFrom('backupRecord').execute()
})

test('the doctor checks what is connected on the page', async ({ keeper, context }) => {
  await keeper.call(calls.save, smtp({ port: 1 }))
  const { database, dataDir } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const places = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  // It ends with a code for the worst finding.
  const { stdout }: { stdout: string } = await promisify(execFile)(
    process.execPath,
    [DOCTOR, '--json'],
    { env: { ...process.env, ...places } },
  ).catch((error) => error)
  const { checks }: { checks: { name: string; state: string; finding: string }[] } =
    JSON.parse(stdout)
  expect(checks.find(({ name }) => name === 'connections')).toMatchObject({ state: 'ok' })
  expect(checks.find(({ name }) => name === 'email-provider')).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('127.0.0.1:1 can’t be reached'),
  })
})

test('a restored site that isn’t confirmed tries nothing and charges nothing', async ({
  keeper,
  context,
}) => {
  const restored = (restoredFrom: Date | null) =>
    context.db.updateTable('websiteSettings').set({ restoredFrom }).execute()
  onTestFinished(async () => {
    context.isUnconfirmed = false
    await restored(null)
  })
  context.isUnconfirmed = true
  const refusal = await keeper.refuse(calls.test, { params: { area: 'email' } })
  expect(refusal.code).toBe('conflict')

  await restored(new Date())
  const node = await startOtherNode(context)
  onTestFinished(() => node.close())
  await keeper.call(calls.save, {
    params: { area: 'payments' },
    query: ANYWAY,
    body: {
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
  })
  await expect.poll(() => node.context.config.payments.provider).toBe('stripe')
  expect(node.context.payments.name).toBe('stripe')
  // Refused before anything is sent to Stripe.
  await expect(node.context.payments.readCustomer('cus_1')).rejects.toThrow('restored')
})
