import { isAbsolute } from 'node:path'
import {
  CONNECTION_AREAS,
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
import { findBackupProblem } from '#server/checks/backup-place.ts'
import type { Verdict } from '#server/checks/check.ts'
import { tryEmailProvider } from '#server/checks/email.ts'
import { tryPaymentProvider } from '#server/checks/payments.ts'
import { tryAiProvider } from '#server/checks/writing.ts'
import { type Config, ConfigError, readArea } from '#server/config.ts'
import { readConnections, storeConnection } from '#server/connections.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { plainTextOf } from '#server/domain/sanitize-html.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { sendTestMail } from '../mailings/content.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { siteTitle } from '../settings/service.ts'

export function listConnections(context: Context): Connection[] {
  return CONNECTION_AREAS.map((area) => present(context, area))
}

/** The provider that sends events, as the path of its webhook names it. */
const WEBHOOKS: Partial<Record<ConnectionArea, string>> = { email: 'resend', payments: 'stripe' }

function present({ config, connections }: Context, area: ConnectionArea): Connection {
  const environment = config.environment[area] ?? []
  const isStored = connections.stored.has(area)
  const values = environment.length > 0 ? {} : (connections.stored.get(area) ?? {})
  const names = Object.keys(values)
  const webhook = WEBHOOKS[area]
  return {
    area,
    source: environment.length > 0 ? 'environment' : isStored ? 'page' : 'none',
    environment,
    values: Object.fromEntries(
      Object.entries(values).filter(([name]) => !SECRET_VARIABLES.has(name)),
    ),
    secrets: names.filter((name) => SECRET_VARIABLES.has(name)),
    webhookUrl: webhook ? `${config.publicUrl}/api/webhooks/${webhook}` : null,
    problem: connections.problems.get(area) ?? null,
  }
}

/**
 * Connects an area in another way. Throws `conflict` if the environment sets it, and `invalid_input`
 * if something is wrong or missing or, if it is tried first, doesn't work.
 */
export async function saveConnection(
  context: Context,
  admin: Admin,
  { area, input, isTried }: { area: ConnectionArea; input: ConnectionInput; isTried: boolean },
): Promise<Connection> {
  requireOpen(context, area)
  const read = async (db: Queryable): Promise<[before: ConnectionInput, next: ConnectionInput]> => {
    const before = (await readConnections(db, context.keys)).get(area) ?? {}
    return [before, validValues(context, { area, input, before })]
  }
  if (isTried && !context.isUnconfirmed) {
    const [, values] = await read(context.db)
    await requireWorking(context, admin, { area, values })
  }
  await inTransaction(context.db, async (trx) => {
    const [before, values] = await read(trx)
    const changed = CONNECTION_VARIABLES[area].filter((name) => before[name] !== values[name])
    if (changed.length === 0) return
    await storeConnection(trx, context.keys, { area, values, now: context.now() })
    const detail = { area, changed: [...changed] }
    await recordAudit(trx, admin, { action: 'connection-changed', subjectId: area, detail })
    await notifyTeamOf(context, trx, 'team-connection')
  })
  await apply(context)
  return present(context, area)
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
    await notifyTeamOf(context, trx, 'team-connection')
  })
  await apply(context)
  return present(context, area)
}

/** Uses what is stored: here before the answer, on the other nodes a moment later. */
async function apply(context: Context): Promise<void> {
  await context.connections.refresh()
  context.changes.announce({ kind: 'connections' })
}

function requireOpen({ config }: Context, area: ConnectionArea): void {
  if (!config.environment[area]) return
  throw new AppError(
    'conflict',
    'This is set up on the server, which takes precedence over this page.',
  )
}

/** Secrets that go to an address of the administrator's choice. */
const SENT_TO = [
  ['SMTP_PASSWORD', 'SMTP_HOST'],
  ['AI_API_KEY', 'AI_BASE_URL'],
  ['BACKUP_S3_SECRET_ACCESS_KEY', 'BACKUP_S3_ENDPOINT'],
] as const

interface Entered {
  area: ConnectionArea
  input: ConnectionInput
  before: ConnectionInput
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
  }
  if (Object.keys(fields).length === 0) return values
  throw new AppError('invalid_input', 'Some of this isn’t valid. Check it and try again.', {
    fields,
  })
}

/** What is entered, with the stored secrets that are kept: those that are left empty. */
function valuesFrom({ area, input, before }: Entered): ConnectionInput {
  const values: ConnectionInput = {}
  for (const name of CONNECTION_VARIABLES[area]) {
    const value = input[name] || (isKept({ area, input, before }, name) ? before[name] : undefined)
    if (value) values[name] = value
  }
  return values
}

function isKept({ input, before }: Entered, name: ConnectionVariable): boolean {
  return SECRET_VARIABLES.has(name) && input[name] === '' && before[name] !== undefined
}

/**
 * Kept secrets that would go to another server. An administrator could otherwise have them sent to
 * one that shows them.
 */
function findMoved(entered: Entered): FieldErrors {
  const { input, before } = entered
  const moved = SENT_TO.filter(
    ([name, target]) => isKept(entered, name) && (input[target] || undefined) !== before[target],
  )
  const sentence = 'Enter this again, because it would now go to another server.'
  return Object.fromEntries(moved.map(([name]) => [name, sentence]))
}

/** What an area can't do without, in addition to the rules of the environment. */
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

/** What breaks the rules of the environment. */
function findWrong({ files }: Config, area: ConnectionArea, values: ConnectionInput): FieldErrors {
  try {
    readArea(area, { values, files })
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

/** What the environment may contain, but the page may not. */
function findUnusable(config: Config, values: ConnectionInput): FieldErrors {
  const fields: FieldErrors = {}
  const { BACKUP_DIR: place = '', BACKUP_RECIPIENT: recipient } = values
  if (place && !place.startsWith('s3:') && !isAbsolute(place)) {
    fields.BACKUP_DIR = 'This must be a whole path such as /mnt/backups/folx.'
  }
  if (recipient && !isRecipient(recipient)) {
    fields.BACKUP_RECIPIENT = 'This must be the public half of a backup key (age1…).'
  }
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
  const settings = readArea(area, { values, files: context.config.files })
  const { works, sentence } = await TRIALS[area]({ ...context.config, ...settings }, context.db)
  if (works) return
  throw new AppError('invalid_input', sentence, { fields: { anyway: sentence } })
}

/** Asks a provider for something that shows whether it can be used. Sends no email. */
const TRIALS: Record<ConnectionArea, (config: Config, db: Db) => Promise<ConnectionTest>> = {
  email: async (config) => outcomeOf(await tryEmailProvider(config)),
  payments: async (config) => outcomeOf(await tryPaymentProvider(config)),
  ai: async ({ ai }) => outcomeOf(await tryAiProvider(ai)),
  backups: async (config, db) => {
    const problem = await findBackupProblem(config, { db, mayWrite: true })
    if (problem) return { ...outcomeOf(problem), works: problem.state !== 'failed' }
    return {
      works: true,
      sentence: 'A small test file was written there, read back and removed.',
    }
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
      ? notConnected('No payment provider is connected, so nothing can be bought.')
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
    return notConnected('No email provider is connected, so emails stay in the outbox.')
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
    return { works: false, sentence: `The provider didn’t take the test email: ${reason}` }
  }
  return { works: true, sentence: `A test email is on its way to ${email}.` }
}

function notConnected(sentence: string): ConnectionTest {
  return { works: false, sentence }
}

function outcomeOf({ state, finding, action }: Verdict): ConnectionTest {
  return { works: state === 'ok', sentence: action ? `${finding} ${action}` : finding }
}

const EXCERPT = 200

function excerptOf(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text
}
