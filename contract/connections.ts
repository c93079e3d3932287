import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { optionalLine, Version } from './fields.ts'

/** The areas that can be connected on the page Connections. */
export const CONNECTION_AREAS = ['email', 'payments', 'ai', 'backups'] as const
export type ConnectionArea = (typeof CONNECTION_AREAS)[number]

export const CONNECTION_TITLES: Record<ConnectionArea, string> = {
  email: 'Email',
  payments: 'Payments',
  ai: 'AI',
  backups: 'Backups',
}

/** The variables that the page can set, by area. The environment uses the same names. */
export const CONNECTION_VARIABLES = {
  email: [
    'MAIL_PROVIDER',
    'MAIL_FROM',
    'SMTP_HOST',
    'SMTP_PORT',
    'SMTP_USER',
    'SMTP_PASSWORD',
    'RESEND_API_KEY',
    'RESEND_WEBHOOK_SECRET',
  ],
  payments: ['PAYMENTS_PROVIDER', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ai: ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY'],
  backups: [
    'BACKUP_DIR',
    'BACKUP_RECIPIENT',
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ],
} as const satisfies Record<ConnectionArea, readonly string[]>
export type ConnectionVariable = (typeof CONNECTION_VARIABLES)[ConnectionArea][number]

/** The events that Stripe's webhook has to report to this site. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** Variables that no answer contains. */
export const SECRET_VARIABLES: ReadonlySet<string> = new Set<ConnectionVariable>([
  'SMTP_PASSWORD',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'AI_API_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
])

/**
 * All variables of an area that are to be set; others are removed. An empty secret stays as it is.
 */
const Value = optionalLine(2_000, 'This is too long.').optional()
const names = Object.values(CONNECTION_VARIABLES).flat()
const ConnectionInput = z.strictObject(
  // `fromEntries` loses which names there are.
  Object.fromEntries(names.map((name) => [name, Value])) as Record<
    ConnectionVariable,
    typeof Value
  >,
)
export type ConnectionInput = z.infer<typeof ConnectionInput>

const Connection = z.object({
  area: z.enum(CONNECTION_AREAS),
  /** Where it is set up: on the server, which wins; on the page; or not at all. */
  source: z.enum(['environment', 'page', 'none']),
  /** Whether a service is in use. */
  isConnected: z.boolean(),
  /** The names of the variables that the server sets. */
  environment: z.array(z.string()),
  /** The values set on the page, without secrets. */
  values: z.record(z.string(), z.string()),
  /** The names of the secrets that are stored. */
  secrets: z.array(z.string()),
  /** Where the provider sends its events; null if it sends none. */
  webhookUrl: z.string().nullable(),
  /** Why what is stored can't be used; null if it can. */
  problem: z.string().nullable(),
  /** That of all values, with the secrets. */
  version: z.string(),
})
export type Connection = z.infer<typeof Connection>

/** The result of a test, in words for the administrator. */
const ConnectionTest = z.object({ works: z.boolean(), sentence: z.string() })
export type ConnectionTest = z.infer<typeof ConnectionTest>

/** A new key for backups. The secret half is stored nowhere. */
const BackupKey = z.object({ identity: z.string(), recipient: z.string() })

const params = z.object({ area: z.enum(CONNECTION_AREAS) })

export const connectionEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/admin/connections',
    who: 'keeper',
    noStore: true,
    summary: 'How email, payments, AI and backups are connected. Contains no secrets.',
    response: z.array(Connection),
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/connections/:area',
    who: 'keeper',
    stepUp: true,
    summary: 'Connects one of them, or changes its connection, on all nodes at once.',
    params,
    /**
     * `anyway` saves what doesn’t work at the moment. Without it, that is refused, and `fields.anyway`
     * says why.
     */
    query: z.object({
      anyway: z.literal('true').optional(),
      /** Confirms that the secret half of a new backup key is kept. A key is refused without it. */
      kept: z.literal('true').optional(),
    }),
    body: ConnectionInput.extend({ version: Version }),
    response: Connection,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/connections/:area',
    who: 'keeper',
    stepUp: true,
    summary: 'Disconnects one of them and forgets its secrets.',
    params,
    response: Connection,
  }),
  test: defineEndpoint({
    method: 'POST',
    path: '/api/admin/connections/:area/test',
    who: 'keeper',
    summary:
      'Tries a connection: sends an email to the caller, or asks the provider for something.',
    params,
    response: ConnectionTest,
  }),
  newBackupKey: defineEndpoint({
    method: 'POST',
    path: '/api/admin/backup-key',
    who: 'keeper',
    summary: 'Makes a new key for backups, both halves of which are only in this answer.',
    response: BackupKey,
  }),
}
