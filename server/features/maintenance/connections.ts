import { sql } from 'kysely'
import {
  CONNECTION_AREAS,
  CONNECTION_TITLES,
  CONNECTION_VARIABLES,
  type Connection,
  type ConnectionArea,
  type ConnectionInput,
  type ConnectionTest,
  type ConnectionVariable,
  SECRET_VARIABLES,
} from '#contract/connections.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { isRecipient } from '#server/backup/sealing.ts'
import { findBackupProblem, sameDiskSentence } from '#server/checks/backup-place.ts'
import type { Verdict } from '#server/checks/check.ts'
import { tryEmailProvider } from '#server/checks/email.ts'
import { tryPayments } from '#server/checks/payments.ts'
import { tryAiProvider } from '#server/checks/writing.ts'
import { type Config, ConfigError, readArea } from '#server/config.ts'
import { connectionVersion, readConnections, storeConnection } from '#server/connections.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { plainTextOf } from '#server/domain/sanitize-html.ts'
import { outdated } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { queueMail } from '../email/service.ts'
import { connectionChangedMail } from '../email/templates/account-mails.ts'
import { sendTestMail } from '../mailings/content.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { siteTitle } from '../settings/service.ts'

export function listConnections(context: Context): Connection[] {
  return CONNECTION_AREAS.map((area) => present(context, area))
}

/** The provider that sends events, as the path of its webhook names it. */
const WEBHOOKS: Partial<Record<ConnectionArea, string>> = { email: 'resend', payments: 'stripe' }

const IS_CONNECTED: Record<ConnectionArea, (config: Context['config']) => boolean> = {
  email: ({ mail }) => mail.provider !== 'outbox',
  payments: ({ payments }) => payments.provider !== 'till',
  ai: ({ ai }) => ai.provider !== 'library',
  backups: ({ backup }) => backup !== undefined,
}

function present(
  { config, connections, keys }: Context,
  area: ConnectionArea,
  stored = connections.stored.get(area),
): Connection {
  const environment = config.environment[area] ?? []
  const isStored = stored !== undefined
  const values = environment.length > 0 ? {} : (stored ?? {})
  const names = Object.keys(values)
  const webhook = WEBHOOKS[area]
  return {
    area,
    source: environment.length > 0 ? 'environment' : isStored ? 'page' : 'none',
    isConnected: IS_CONNECTED[area](config),
    environment,
    values: Object.fromEntries(
      Object.entries(values).filter(([name]) => !SECRET_VARIABLES.has(name)),
    ),
    secrets: names.filter((name) => SECRET_VARIABLES.has(name)),
    webhookUrl: webhook ? `${config.publicUrl}/api/webhooks/${webhook}` : null,
    problem: connections.problems.get(area) ?? null,
    version: connectionVersion(keys, stored ?? {}),
  }
}

/**
 * Connects an area in another way. Throws `conflict` if the environment sets it or it has changed since
 * `version`, and `invalid_input` if something is wrong or missing or, if it is tried first, doesn't work.
 */
export async function saveConnection(
  context: Context,
  admin: Admin,
  {
    area,
    input,
    version,
    isTried,
    isKeyKept,
  }: {
    area: ConnectionArea
    input: ConnectionInput
    version: string | undefined
    isTried: boolean
    isKeyKept: boolean
  },
): Promise<Connection> {
  requireOpen(context, area)
  const read = async (db: Queryable): Promise<[before: ConnectionInput, next: ConnectionInput]> => {
    const before = (await readConnections(db, context.keys)).get(area) ?? {}
    const isRead = version === undefined || version === connectionVersion(context.keys, before)
    const changed = changedNames(area, before, valuesFrom({ area, input, before }))
    if (!isRead && changed.length > 0) throw outdated(present(context, area, before))
    return [before, validValues(context, { area, input, before, isKeyKept })]
  }
  if (isTried && !context.isUnconfirmed) {
    const [, values] = await read(context.db)
    if (area === 'backups') await forgetPlace(context.db)
    await requireWorking(context, admin, { area, values })
  }
  await inTransaction(context.db, async (trx) => {
    // Also for a connection that isn’t stored yet.
    await sql`lock table connection in share row exclusive mode`.execute(trx)
    const [before, values] = await read(trx)
    const changed = changedNames(area, before, values)
    if (area === 'backups') await forgetPlace(trx)
    if (changed.length === 0) return
    await storeConnection(trx, context.keys, { area, values, now: context.now() })
    const detail = { area, changed }
    await recordAudit(trx, admin, { action: 'connection-changed', subjectId: area, detail })
    await tellKeepers(context, trx, { area, isRemoved: false })
  })
  await apply(context)
  return present(context, area)
}

function changedNames(
  area: ConnectionArea,
  before: ConnectionInput,
  values: ConnectionInput,
): ConnectionVariable[] {
  return CONNECTION_VARIABLES[area].filter((name) => before[name] !== values[name])
}

export async function removeConnection(
  context: Context,
  admin: Admin,
  area: ConnectionArea,
): Promise<Connection> {
  requireOpen(context, area)
  await inTransaction(context.db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('connection')
      .where('area', '=', area)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
    const entry = { action: 'connection-removed', subjectId: area, detail: { area } } as const
    await recordAudit(trx, admin, entry)
    await tellKeepers(context, trx, { area, isRemoved: true })
  })
  await apply(context)
  return present(context, area)
}

/** Notifies everyone with the right, and emails each verified address among them. */
async function tellKeepers(
  context: Context,
  trx: Queryable,
  { area, isRemoved }: { area: ConnectionArea; isRemoved: boolean },
): Promise<void> {
  await notifyTeamOf(context, trx, 'team-connection')
  const mail = connectionChangedMail({
    brand: await siteTitle(trx),
    area: CONNECTION_TITLES[area],
    isRemoved,
    url: `${context.config.publicUrl}/admin/connections`,
  })
  const keepers = await trx
    .selectFrom('member')
    .select('email')
    .where('isAdmin', '=', true)
    .where(sql<boolean>`'keeper' = any (rights)`)
    .where('suspendedAt', 'is', null)
    .where('emailVerifiedAt', 'is not', null)
    .execute()
  for (const { email } of keepers) {
    await queueMail(context, trx, { kind: 'connection-changed', to: email, mail })
  }
}

/** Whoever saves a place says that it is right, even if it is empty now. */
async function forgetPlace(db: Queryable): Promise<void> {
  await db.updateTable('backupRecord').set({ place: null }).execute()
}

/** Uses what is stored: here before the answer, on the other nodes a moment later. */
async function apply(context: Context): Promise<void> {
  await context.connections.refresh()
  context.changes.announce({ kind: 'connections' })
}

function requireOpen({ config }: Context, area: ConnectionArea): void {
  if (!config.environment[area]) return
  throw new AppError('conflict', 'This is set on your server, so it can’t be changed here.')
}

/** The owner of a kept secret: its server and its account. A change of either asks for it again. */
const BELONGS_TO = {
  SMTP_PASSWORD: ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER'],
  RESEND_WEBHOOK_SECRET: ['RESEND_API_KEY'],
  STRIPE_WEBHOOK_SECRET: ['STRIPE_SECRET_KEY'],
  AI_API_KEY: ['AI_BASE_URL'],
  BACKUP_S3_SECRET_ACCESS_KEY: [
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_ACCESS_KEY_ID',
  ],
} as const satisfies Partial<Record<ConnectionVariable, readonly ConnectionVariable[]>>

interface Entered {
  area: ConnectionArea
  input: ConnectionInput
  before: ConnectionInput
  /** Whether the administrator has confirmed to keep the secret half of the backup key. */
  isKeyKept: boolean
}

/** Returns what to store. Throws `invalid_input` with everything that is missing or wrong. */
function validValues({ config }: Context, entered: Entered): ConnectionInput {
  const values = valuesFrom(entered)
  // Where two sentences are about one field, the later one is shown.
  const fields: FieldErrors = {
    ...findWrong(config, entered.area, values),
    ...findUnusable(config, values),
    ...findMissing(entered.area, values),
    ...findMoved(entered),
    ...findUnkept(entered),
  }
  if (Object.keys(fields).length === 0) return values
  throw new AppError('invalid_input', 'Some of this isn’t valid. Check it and try again.', {
    fields,
  })
}

/** The entered values, with the stored secrets that are kept: those that are left empty. */
function valuesFrom({ area, input, before }: Omit<Entered, 'isKeyKept'>): ConnectionInput {
  const values: ConnectionInput = {}
  for (const name of CONNECTION_VARIABLES[area]) {
    const value = input[name] || (isKept({ area, input, before }, name) ? before[name] : undefined)
    if (value) values[name] = value
  }
  return values
}

function isKept({ input, before }: Omit<Entered, 'isKeyKept'>, name: ConnectionVariable): boolean {
  return SECRET_VARIABLES.has(name) && input[name] === '' && before[name] !== undefined
}

/**
 * Kept secrets that would go to another server or account. An administrator could otherwise have them
 * sent to a server that shows them.
 */
function findMoved(entered: Entered): FieldErrors {
  const { input, before } = entered
  const changed = (name: ConnectionVariable): boolean =>
    !isKept(entered, name) && (input[name] || undefined) !== before[name]
  const moved = Object.entries(BELONGS_TO).filter(
    ([name, to]) => isKept(entered, name as keyof typeof BELONGS_TO) && to.some(changed),
  )
  const sentence = 'Enter this again, because it belongs to another server or account.'
  return Object.fromEntries(moved.map(([name]) => [name, sentence]))
}

/** A new backup key whose secret half may be lost: nobody could open the backups. */
function findUnkept({ input, before, isKeyKept }: Entered): FieldErrors {
  const key = input.BACKUP_RECIPIENT
  if (isKeyKept || !key || !isRecipient(key) || key === before.BACKUP_RECIPIENT) return {}
  return { BACKUP_RECIPIENT: 'Confirm first that you’ve kept the half that opens the backups.' }
}

/** The variables that an area can't do without, in addition to the rules of the environment. */
const REQUIRED: Record<ConnectionArea, readonly ConnectionVariable[]> = {
  email: ['MAIL_PROVIDER'],
  payments: ['PAYMENTS_PROVIDER'],
  ai: ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY'],
  backups: ['BACKUP_DIR', 'BACKUP_RECIPIENT'],
}

const MISSING = 'Fill this in.'

function findMissing(area: ConnectionArea, values: ConnectionInput): FieldErrors {
  const missing = REQUIRED[area].filter(
    // An address decides whether a key is needed.
    (name) => !values[name] && !(name === 'AI_API_KEY' && values.AI_BASE_URL),
  )
  return Object.fromEntries(missing.map((name) => [name, MISSING]))
}

/** The fields that break the rules of the environment. */
function findWrong(config: Config, area: ConnectionArea, values: ConnectionInput): FieldErrors {
  try {
    readArea(area, values, config)
    return {}
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return Object.fromEntries(error.problems.map(fieldOf))
  }
}

function fieldOf(problem: string): [name: string, sentence: string] {
  const [start = '', name = ''] = /^([A-Z0-9_]+)( \([^)]*\))?/.exec(problem) ?? []
  const rest = problem.slice(start.length)
  return [name, rest.startsWith(' is missing') ? MISSING : `This${rest}`]
}

/** The values that the environment may contain, but the page may not. */
function findUnusable(config: Config, values: ConnectionInput): FieldErrors {
  const fields: FieldErrors = {}
  for (const name of ['AI_BASE_URL', 'BACKUP_S3_ENDPOINT'] as const) {
    // From here, an administrator could otherwise reach the network behind the server.
    if (config.isPublic && values[name] && !values[name].startsWith('https://')) {
      fields[name] = 'This must start with https://. Another address can be set on the server only.'
    }
  }
  return fields
}

async function requireWorking(
  context: Context,
  admin: Admin,
  { area, values }: { area: ConnectionArea; values: ConnectionInput },
): Promise<void> {
  await context.limits.consume('connection-test-admin', admin.id)
  const settings = readArea(area, values, context.config)
  const { works, sentence } = await TRIALS[area]({ ...context.config, ...settings }, context.db)
  if (works) return
  throw new AppError('invalid_input', sentence, { fields: { anyway: sentence } })
}

/** Asks a provider for something that shows whether it can be used. Sends no email. */
const TRIALS: Record<ConnectionArea, (config: Config, db: Db) => Promise<ConnectionTest>> = {
  email: async (config) => outcomeOf(await tryEmailProvider(config)),
  payments: async (config) => outcomeOf(await tryPayments(config)),
  ai: async ({ ai }) => outcomeOf(await tryAiProvider(ai)),
  backups: async (config, db) => {
    const problem = await findBackupProblem(config, { db, mayWrite: true })
    if (problem) return { ...outcomeOf(problem), works: problem.state !== 'failed' }
    const written = 'A small test file was locked, written, listed, read back and removed there.'
    const shared = sameDiskSentence(config)
    return { works: true, sentence: shared ? `${written} ${shared}` : written }
  },
}

/** Tries an area as it is in use, wherever it is set up. */
export async function testConnection(
  context: Context,
  admin: Admin,
  area: ConnectionArea,
): Promise<ConnectionTest> {
  if (context.isUnconfirmed) {
    const sentence =
      'This site was restored from a backup. It connects to nothing until someone confirms on the server that it is the live site.'
    throw new AppError('conflict', sentence)
  }
  await context.limits.consume('connection-test-admin', admin.id)
  return TESTS[area](context, admin)
}

const TESTS: Record<ConnectionArea, (context: Context, admin: Admin) => Promise<ConnectionTest>> = {
  email: testEmail,
  payments: async ({ config, db }) =>
    config.payments.provider === 'till'
      ? notConnected('No payment service is connected.')
      : TRIALS.payments(config, db),
  ai: async ({ writers: { provider } }) => {
    if (!provider) return notConnected('No AI provider is connected.')
    const request = { agentStyle: '', reflectionPrompt: '', usedLibraryKeys: [] }
    try {
      const { html } = await provider.write({ type: 'message', ...request })
      return { works: true, sentence: `It wrote: “${excerptOf(plainTextOf(html))}”` }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { works: false, sentence: error.message }
    }
  },
  backups: async ({ config, db }) =>
    config.backup ? TRIALS.backups(config, db) : notConnected('No place for backups is connected.'),
}

async function testEmail(context: Context, admin: Admin): Promise<ConnectionTest> {
  const { config, db } = context
  if (config.mail.provider === 'outbox') {
    return notConnected('No email service is connected, so emails are kept under Unsent emails.')
  }
  const { email, emailVerifiedAt } = await db
    .selectFrom('member')
    .select(['email', 'emailVerifiedAt'])
    .where('memberId', '=', admin.id)
    .executeTakeFirstOrThrow()
  if (!emailVerifiedAt) {
    return notConnected('Verify your own email address on your account page first.')
  }
  const verdict = await tryEmailProvider(config)
  if (verdict.state === 'failed') return outcomeOf(verdict)
  const brand = await siteTitle(db)
  try {
    await sendTestMail(context, admin, {
      testEmail: email,
      subject: `A test from ${brand}`,
      html: '<p>If you can read this, your community can send email.</p>',
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The ports leave keys and addresses out of these words.
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    return { works: false, sentence: `The email service didn’t take the test email: ${reason}` }
  }
  return { works: true, sentence: `A test email is on its way to ${email}.` }
}

function notConnected(sentence: string): ConnectionTest {
  return { works: false, sentence }
}

function outcomeOf({ state, finding, action }: Verdict): ConnectionTest {
  return {
    works: state === 'ok' || state === 'skipped',
    sentence: action ? `${finding} ${action}` : finding,
  }
}

const EXCERPT = 200

function excerptOf(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text
}
