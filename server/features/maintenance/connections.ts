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
import { isRecipient } from '#server/backup/sealing.ts'
import { findBackupProblem } from '#server/checks/backup-place.ts'
import type { Verdict } from '#server/checks/check.ts'
import { tryEmailProvider } from '#server/checks/email.ts'
import { tryPaymentProvider } from '#server/checks/payments.ts'
import { ConfigError, readArea } from '#server/config.ts'
import { readConnections, storeConnection } from '#server/connections.ts'
import type { Context } from '#server/context.ts'
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
 * if something is wrong or missing.
 */
export async function saveConnection(
  context: Context,
  admin: Admin,
  { area, input }: { area: ConnectionArea; input: ConnectionInput },
): Promise<Connection> {
  requireOpen(context, area)
  await inTransaction(context.db, async (trx) => {
    const before = (await readConnections(trx, context.keys)).get(area) ?? {}
    const values = valuesFrom({ area, input, before })
    requireValid(context, area, values)
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
const SENT_TO: Partial<Record<ConnectionVariable, ConnectionVariable>> = {
  SMTP_PASSWORD: 'SMTP_HOST',
  AI_API_KEY: 'AI_BASE_URL',
  BACKUP_S3_SECRET_ACCESS_KEY: 'BACKUP_S3_ENDPOINT',
}

/**
 * What is to be stored. An empty secret keeps the stored one, unless it would go to another server:
 * otherwise, an administrator could have it sent to one that shows it.
 */
function valuesFrom({
  area,
  input,
  before,
}: {
  area: ConnectionArea
  input: ConnectionInput
  before: ConnectionInput
}): ConnectionInput {
  const values: ConnectionInput = {}
  for (const name of CONNECTION_VARIABLES[area]) {
    const entered = input[name]
    const kept = entered === '' && SECRET_VARIABLES.has(name) ? before[name] : undefined
    const target = SENT_TO[name]
    if (kept && target && (input[target] || undefined) !== before[target]) {
      throw invalid(name, 'Enter this again, because it would now go to another server.')
    }
    const value = entered || kept
    if (value) values[name] = value
  }
  return values
}

/** What an area can't do without, in addition to the rules of the environment. */
const REQUIRED: Record<ConnectionArea, readonly ConnectionVariable[]> = {
  email: ['MAIL_PROVIDER'],
  payments: ['PAYMENTS_PROVIDER'],
  ai: ['AI_BASE_URL'],
  backups: ['BACKUP_DIR', 'BACKUP_RECIPIENT'],
}

const MISSING = 'Fill this in.'

function requireValid({ config }: Context, area: ConnectionArea, values: ConnectionInput): void {
  const missing = REQUIRED[area].find((name) => !values[name])
  if (missing) throw invalid(missing, MISSING)
  try {
    readArea(area, { values, files: config.files })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [start = '', name = ''] = /^([A-Z0-9_]+)( \([^)]*\))?/.exec(error.message) ?? []
    const rest = error.message.slice(start.length)
    throw invalid(name, rest.startsWith(' is missing') ? MISSING : `This${rest}`)
  }
  const { BACKUP_DIR: place = '', BACKUP_RECIPIENT: recipient } = values
  if (place && !place.startsWith('s3:') && !isAbsolute(place)) {
    throw invalid('BACKUP_DIR', 'This must be a whole path such as /mnt/backups/folx.')
  }
  if (recipient && !isRecipient(recipient)) {
    throw invalid('BACKUP_RECIPIENT', 'This must be the public half of a backup key (age1…).')
  }
  for (const name of ['AI_BASE_URL', 'BACKUP_S3_ENDPOINT'] as const) {
    // From here, an administrator could otherwise reach the network behind the server.
    if (config.isPublic && values[name] && !values[name].startsWith('https://')) {
      const sentence =
        'This must start with https://. Another address can be set on the server only.'
      throw invalid(name, sentence)
    }
  }
}

function invalid(name: string, sentence: string): AppError {
  const fields = { [name]: sentence }
  return new AppError('invalid_input', 'Some of this isn’t valid. Check it and try again.', {
    fields,
  })
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
  payments: async ({ config }) =>
    config.payments.provider === 'till'
      ? notConnected('No payment provider is connected, so nothing can be bought.')
      : outcomeOf(await tryPaymentProvider(config)),
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
  backups: async ({ config, db }) => {
    if (!config.backup) return notConnected('No place for backups is connected.')
    const problem = await findBackupProblem(config, { db, mayWrite: true })
    if (problem) return { ...outcomeOf(problem), works: problem.state !== 'failed' }
    return {
      works: true,
      sentence: 'A small test file was written there, read back and removed.',
    }
  },
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
