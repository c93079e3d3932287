import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { CONNECTION_AREAS, type ConnectionArea } from '#contract/connections.ts'
import { isRecipient } from './backup/sealing.ts'
import { refuseBackupFolder } from './backup-folder.ts'
import type { ClockText } from './domain/schedule.ts'
import type { BackupBucket } from './ports/backups/bucket.ts'
import type { S3Bucket } from './ports/files/s3.ts'
import type { DailyOptions } from './ports/live/daily.ts'
import type { EmbeddedNetwork } from './ports/live/embedded/engine.ts'
import type { LiveKitOptions } from './ports/live/livekit.ts'
import type { OpenAiApi } from './ports/openai-api.ts'
import type { StripeOptions } from './ports/payments/stripe.ts'
import { StartError } from './start-error.ts'

/** Which database to use: an embedded one in the data folder, or the one at a URL. */
export type DatabaseConfig =
  | { provider: 'embedded' }
  | {
      provider: 'url'
      url: string
      /** For the role that owns the tables; the same as `url` if not set. */
      ownerUrl: string
      /** For reads that may lag behind the primary. */
      replicaUrl: string | undefined
    }

/** How email is sent: not at all (administrators read it in the outbox), by SMTP, or by Resend. */
export type MailConfig =
  | { provider: 'outbox' }
  | { provider: 'smtp'; url: string; from: string }
  | {
      provider: 'resend'
      apiKey: string
      /** Origin of the API; undefined for Resend's own. */
      baseUrl?: string | undefined
      webhookSecret: string | undefined
      from: string
    }

/** Where files such as recordings and images are stored. */
export type FilesConfig = { provider: 'disk' } | ({ provider: 's3' } & S3Bucket)

/**
 * The payment provider: the test till, which charges no money and is closed on a public address, or
 * Stripe.
 */
export type PaymentsConfig =
  | { provider: 'till' }
  | ({ provider: 'stripe' } & Pick<StripeOptions, 'secretKey' | 'webhookSecret' | 'apiBase'>)

/** The carrier of the live room's audio: this server, LiveKit or Daily. */
export type LiveConfig =
  | ({ provider: 'embedded' } & EmbeddedNetwork)
  | ({ provider: 'livekit' } & Pick<LiveKitOptions, 'url' | 'apiKey' | 'apiSecret'>)
  | ({ provider: 'daily' } & Pick<DailyOptions, 'apiKey' | 'apiBase'>)

/** Source of daily texts: only the built-in library, or an OpenAI-compatible API before it. */
export type AiConfig = { provider: 'library' } | ({ provider: 'openai-compatible' } & OpenAiApi)

/** The writer of drafts of transcripts: nothing, or an API like OpenAI's transcriptions. */
export type SpeechConfig = { provider: 'none' } | ({ provider: 'openai' } & OpenAiApi)

/** Where backups are stored: in a folder on this machine, or in a bucket with its own key. */
export type BackupAddress =
  | { provider: 'folder'; path: string }
  | ({ provider: 's3' } & BackupBucket)

/** Settings of `npm run backup`, the daily backup and the restore drill. */
export interface BackupConfig {
  address: BackupAddress
  /** The public half of the backup key. */
  recipient: string
  /** Time of the daily backup, in the community’s time zone; undefined to use the one chosen on the page. */
  time: ClockText | undefined
  /** The secret half of the backup key, for the monthly restore drill; undefined for no drill. */
  drillKey: string | undefined
}

/** All settings from the environment. `.env.example` explains each variable. */
export interface Config {
  host: string
  port: number
  /** The site's origin as browsers show it, without a trailing slash. */
  publicUrl: string
  /** Whether others can reach `publicUrl`. If so, nothing unsafe is on by default. */
  isPublic: boolean
  /**
   * Which proxies are trusted to report the caller's address: none, this many in front of the
   * server, or those in these networks.
   */
  trustProxy: false | number | string[]
  /** Whether browsers are told to use https for all subdomains of `publicUrl` too. */
  hstsSubdomains: boolean
  dataDir: string
  /** 32-byte key that wraps all other keys; undefined to use the key file in the data folder. */
  dataKey: Buffer | undefined
  database: DatabaseConfig
  mail: MailConfig
  /** Maximum number of mailing emails per minute that all nodes together hand to the provider. */
  mailRatePerMinute: number
  payments: PaymentsConfig
  files: FilesConfig
  ai: AiConfig
  speech: SpeechConfig
  live: LiveConfig
  /** Undefined while `BACKUP_DIR` isn't set. */
  backup: BackupConfig | undefined
  /** The token that `GET /metrics` requires; undefined for a site without metrics. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** The variables that the environment sets, by area. An area with any isn't set up on the page. */
  environment: Partial<Record<ConnectionArea, string[]>>
}

/** Errors in the environment. Each problem begins with its variable and never has its value. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [problems] : problems
    super(list.join('\n'), options)
    this.problems = list
  }
}

type Environment = Record<string, string | undefined>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the settings. Throws a ConfigError if any of them is invalid or incomplete. */
export function readConfig(environment: Environment): Config {
  const read = reader(environment)
  const port = readPort(read('PORT'))
  const publicUrl = readPublicUrl(read('PUBLIC_URL'), port)
  const isPublic = !isLoopback(new URL(publicUrl).hostname)
  const host = read('HOST') ?? (isPublic ? '0.0.0.0' : '127.0.0.1')
  const dataDir = resolve(read('DATA_DIR') ?? './data')
  return {
    port,
    publicUrl,
    isPublic,
    host,
    trustProxy: readTrustProxy(read('TRUST_PROXY')),
    hstsSubdomains: readChoice(read, 'HSTS_SUBDOMAINS', ['true', 'false']) === 'true',
    dataDir,
    dataKey: readDataKey(read('DATA_KEY')),
    database: readDatabase(read),
    mail: readMail(read),
    mailRatePerMinute: readMailRate(read('MAIL_RATE_PER_MINUTE')),
    payments: readPayments(read),
    files: readFiles(read),
    ai: readAi(read),
    speech: readSpeech(read),
    live: readLive(read),
    backup: readBackup(read, { dataDir }),
    metricsToken: readMetricsToken(read('METRICS_TOKEN')),
    logLevel: readChoice(read, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    environment: readAreas(environment),
  }
}

/** The variables of each area, with or without `_FILE`. */
const AREA_VARIABLES: Record<ConnectionArea, RegExp> = {
  email: /^(MAIL_(PROVIDER|FROM)(_FILE)?|SMTP_\w+|RESEND_\w+)$/,
  payments: /^(PAYMENTS_PROVIDER(_FILE)?|STRIPE_\w+)$/,
  ai: /^AI_(BASE_URL|API_KEY|MODEL)(_FILE)?$/,
  backups: /^BACKUP_\w+$/,
}

function readAreas(environment: Environment): Config['environment'] {
  const names = Object.keys(environment).filter((name) => environment[name]?.trim())
  const areas: Config['environment'] = {}
  for (const area of CONNECTION_AREAS) {
    const found = names.filter((name) => AREA_VARIABLES[area].test(name))
    if (found.length > 0) areas[area] = found
  }
  return areas
}

/** The settings of one area that are read from its variables. */
export type AreaConfig = Partial<Pick<Config, 'mail' | 'payments' | 'ai' | 'backup'>>

/**
 * Reads one area from variables with the names and rules of the environment; without any, the area is
 * not connected. Throws a ConfigError if one of them is invalid or missing.
 */
export function readArea(
  area: ConnectionArea,
  values: Environment,
  { files, dataDir }: Pick<Config, 'files' | 'dataDir'>,
): AreaConfig {
  const read = reader(values)
  switch (area) {
    case 'email':
      return { mail: readMail(read) }
    case 'payments':
      return { payments: readPayments(read) }
    case 'ai':
      return { ai: readAi(read) }
    case 'backups': {
      // Backups must not be in the bucket of the files.
      const bucket =
        files.provider === 's3' ? { S3_BUCKET: files.bucket, S3_ENDPOINT: files.endpoint } : {}
      return { backup: readBackup(reader({ ...values, ...bucket }), { dataDir }) }
    }
  }
}

type Read = (name: string) => string | undefined

/** Reads variables: the value, or the content of the file in `<NAME>_FILE`. Empty means unset. */
function reader(environment: Environment): Read {
  return (name) => {
    const direct = environment[name]?.trim()
    if (direct) return direct
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) return undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown reason'
      throw new ConfigError(
        `${name}_FILE names a file that cannot be read (${code}). Correct the path, or let the user that runs the server read the file.`,
        { cause },
      )
    }
  }
}

type Readers = Record<string, () => unknown>

/** Reads several settings. Throws the problems of all of them together. */
function readTogether<T extends Readers>(readers: T): { [Name in keyof T]: ReturnType<T[Name]> } {
  const problems: string[] = []
  const entries = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems)
      return [name, undefined]
    }
  })
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  // Each name has what its reader returned.
  return Object.fromEntries(entries) as { [Name in keyof T]: ReturnType<T[Name]> }
}

function need(read: Read, name: string, because: string): string {
  const value = read(name)
  if (!value) throw new ConfigError(`${name} is missing: ${because}.`)
  return value
}

/** Refuses settings that have no effect without another one. */
function refuseWithout(read: Read, missing: string, names: readonly string[]): void {
  const name = names.find((each) => read(each))
  if (name) throw new ConfigError(`${missing} is missing: ${name} is set.`)
}

function readChoice<const T extends string>(
  read: Read,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = read(name)
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (!choice) throw new ConfigError(`${name} must be one of: ${choices.join(', ')}.`)
  return choice
}

function readPort(value: string | undefined): number {
  const port = Number(value ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError('PORT must be a number from 0 to 65535.')
  }
  return port
}

function readPublicUrl(value: string | undefined, port: number): string {
  if (!value) return `http://localhost:${port}`
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new ConfigError('PUBLIC_URL must be an origin such as https://folx.example.org.')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ConfigError('PUBLIC_URL must start with https:// on a public address.')
  }
  return url.origin
}

/** A longer chain of proxies is probably a mistake. */
const MOST_HOPS = 10

function readTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === 'false' || value === '0') return false
  if (/^\d+$/.test(value)) {
    if (Number(value) > MOST_HOPS) {
      throw new ConfigError(`TRUST_PROXY must be at most ${MOST_HOPS} proxies.`)
    }
    return Number(value)
  }
  const networks = value.split(',').map((network) => network.trim())
  if (!networks.every(isProxyNetwork)) {
    throw new ConfigError(
      'TRUST_PROXY must be the number of proxies in front, such as 1, or their networks, such as 10.0.0.0/8,192.0.2.7. With true, callers could choose their own address.',
    )
  }
  return networks
}

/** If all addresses were trusted, all callers could choose their own address. */
function isProxyNetwork(network: string): boolean {
  if (ipaddr.isValid(network)) return network.includes('.') || network.includes(':')
  return ipaddr.isValidCIDR(network) && ipaddr.parseCIDR(network)[1] > 0
}

/** A warning for the operator if the site can't tell its callers apart; otherwise undefined. */
export function proxyWarning({
  publicUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'trustProxy'>): string | undefined {
  // The server itself speaks only http, so an https site has a proxy in front.
  if (!publicUrl.startsWith('https:') || trustProxy !== false) return undefined
  return 'PUBLIC_URL is https, but no proxy is trusted: all callers seem to have one address and share its limits. Set TRUST_PROXY to the number of proxies in front.'
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1') return true
  return isIP(bare) === 4 && bare.startsWith('127.')
}

function readDataKey(value: string | undefined): Buffer | undefined {
  if (!value) return undefined
  const key = /^[0-9a-f]{64}$/i.test(value)
    ? Buffer.from(value, 'hex')
    : Buffer.from(value, 'base64')
  if (key.length !== 32) {
    throw new ConfigError('DATA_KEY must be 32 bytes, as 64 hexadecimal digits or in base64.')
  }
  return key
}

function readDatabase(read: Read): DatabaseConfig {
  const url = readDatabaseUrl(read, 'DATABASE_URL')
  const ownerUrl = readDatabaseUrl(read, 'DATABASE_OWNER_URL')
  const replicaUrl = readDatabaseUrl(read, 'DATABASE_REPLICA_URL')
  if (url) return { provider: 'url', url, ownerUrl: ownerUrl ?? url, replicaUrl }
  refuseWithout(read, 'DATABASE_URL', ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'])
  return { provider: 'embedded' }
}

function readDatabaseUrl(read: Read, name: string): string | undefined {
  const value = read(name)
  if (value && !/^postgres(ql)?:\/\//.test(value)) {
    throw new ConfigError(`${name} must start with postgres:// or postgresql://.`)
  }
  if (value && !URL.canParse(value)) {
    throw new ConfigError(
      `${name} must be an address such as postgresql://user:password@host:5432/folx. Write special characters of the password as %-codes, such as %2F for /.`,
    )
  }
  return value
}

function readMail(read: Read): MailConfig {
  const provider = readChoice(read, 'MAIL_PROVIDER', ['outbox', 'smtp', 'resend'])
  if (provider === undefined) {
    const names = ['SMTP_URL', 'SMTP_HOST', 'RESEND_API_KEY', 'MAIL_FROM']
    refuseWithout(read, 'MAIL_PROVIDER', names)
    return { provider: 'outbox' }
  }
  if (provider === 'outbox') return { provider }
  const because = `MAIL_PROVIDER is ${provider}`
  const from = (): string => readSender(read, because)
  if (provider === 'resend') {
    const settings = readTogether({
      from,
      apiKey: () => need(read, 'RESEND_API_KEY', because),
      baseUrl: () => readApiBase('RESEND_API_BASE', read('RESEND_API_BASE')),
      webhookSecret: () => readResendSecret(read),
    })
    return { provider, ...settings }
  }
  return { provider, ...readTogether({ from, url: () => readSmtpUrl(read, because) }) }
}

function readSender(read: Read, because: string): string {
  const from = need(read, 'MAIL_FROM', because)
  if (!/^([^<>@]*<)?[^\s<>",;:@]+@[^\s<>",;:@]+>?$/.test(from)) {
    throw new ConfigError('MAIL_FROM must be an address, or a name with an address in <>.')
  }
  return from
}

function readSmtpUrl(read: Read, because: string): string {
  const url = read('SMTP_URL') ?? readSmtpParts(read, because)
  if (!/^smtps?:\/\//.test(url)) {
    throw new ConfigError('SMTP_URL must start with smtp:// or smtps://.')
  }
  return url
}

/** The port for TLS from the first byte (RFC 8314). */
const SMTPS_PORT = 465

/** Makes the URL of an email server from its parts. */
function readSmtpParts(read: Read, because: string): string {
  const { host, port, user, password } = readTogether({
    host: () => readSmtpHost(read, because),
    port: () => readSmtpPort(read),
    user: () => read('SMTP_PASSWORD') && need(read, 'SMTP_USER', 'SMTP_PASSWORD is set'),
    password: () => read('SMTP_USER') && need(read, 'SMTP_PASSWORD', 'SMTP_USER is set'),
  })
  const login =
    user && password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  if (port === SMTPS_PORT) return `smtps://${login}${host}:${port}`
  // The password and the emails must not cross a network unencrypted.
  return `smtp://${login}${host}:${port}${isLoopback(host) ? '' : '?requireTLS=true'}`
}

function readSmtpHost(read: Read, because: string): string {
  const host = read('SMTP_HOST')
  if (!host) throw new ConfigError(`SMTP_HOST (or SMTP_URL) is missing: ${because}.`)
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) {
    throw new ConfigError('SMTP_HOST must be a name such as mail.example.org.')
  }
  return host
}

function readSmtpPort(read: Read): number {
  const port = Number(read('SMTP_PORT') ?? SMTPS_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ConfigError('SMTP_PORT must be a number from 1 to 65535.')
  }
  return port
}

function readMailRate(value: string | undefined): number {
  const rate = Number(value ?? 600)
  if (!(rate > 0 && rate <= 60_000)) {
    throw new ConfigError('MAIL_RATE_PER_MINUTE must be a number above 0 and up to 60000.')
  }
  return rate
}

function readPayments(read: Read): PaymentsConfig {
  const provider = readChoice(read, 'PAYMENTS_PROVIDER', ['till', 'stripe'])
  if (provider === undefined) {
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE']
    refuseWithout(read, 'PAYMENTS_PROVIDER', names)
    return { provider: 'till' }
  }
  if (provider === 'till') return { provider }
  const because = 'PAYMENTS_PROVIDER is stripe'
  const settings = readTogether({
    secretKey: () => readStripeKey(read, because),
    webhookSecret: () => readStripeSecret(read, because),
    apiBase: () => readApiBase('STRIPE_API_BASE', read('STRIPE_API_BASE')),
  })
  return { provider, ...settings }
}

function readStripeKey(read: Read, because: string): string {
  const key = need(read, 'STRIPE_SECRET_KEY', because)
  if (!/^(sk|rk)_\w+$/.test(key)) {
    throw new ConfigError('STRIPE_SECRET_KEY must start with sk_ or rk_.')
  }
  return key
}

function readStripeSecret(read: Read, because: string): string {
  const secret = need(read, 'STRIPE_WEBHOOK_SECRET', because)
  if (!/^whsec_\S+$/.test(secret)) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET must start with whsec_.')
  }
  return secret
}

function readApiBase(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  // Every call contains the secret key.
  if (!url || !isSafe || url.href !== `${url.origin}/`) {
    throw new ConfigError(
      `${name} must be an origin that starts with https://, unless it is on this machine.`,
    )
  }
  return url.origin
}

function readResendSecret(read: Read): string | undefined {
  const secret = read('RESEND_WEBHOOK_SECRET')
  if (
    secret &&
    !/^whsec_([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret)
  ) {
    throw new ConfigError(
      'RESEND_WEBHOOK_SECRET must be the value that Resend shows: whsec_ and base64.',
    )
  }
  return secret
}

function readFiles(read: Read): FilesConfig {
  const provider = readChoice(read, 'FILES_PROVIDER', ['disk', 's3'])
  if (provider === undefined) {
    const names = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    refuseWithout(read, 'FILES_PROVIDER', names)
  }
  if (provider !== 's3') return { provider: 'disk' }
  const because = 'FILES_PROVIDER is s3'
  const bucket = need(read, 'S3_BUCKET', because)
  return { provider, bucket, ...readStore(read, 'S3', because) }
}

/** Reads where a bucket is, and the key to it. */
function readStore(
  read: Read,
  prefix: 'S3' | 'BACKUP_S3',
  because: string,
): Omit<S3Bucket, 'bucket'> {
  return readTogether({
    endpoint: () => readEndpoint(`${prefix}_ENDPOINT`, read(`${prefix}_ENDPOINT`)),
    region: () => read(`${prefix}_REGION`) ?? 'us-east-1',
    accessKeyId: () => need(read, `${prefix}_ACCESS_KEY_ID`, because),
    secretAccessKey: () => need(read, `${prefix}_SECRET_ACCESS_KEY`, because),
    forcePathStyle: () => {
      const choice = readChoice(read, `${prefix}_FORCE_PATH_STYLE`, ['true', 'false'])
      // Every store but Amazon's takes the bucket in the path, and the page doesn't ask.
      if (!choice && prefix === 'BACKUP_S3') return read('BACKUP_S3_ENDPOINT') !== undefined
      return choice === 'true'
    },
  })
}

/** Undefined for Amazon's own. */
function readEndpoint(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new ConfigError(
      `${name} must be an address without a path, such as https://s3.us-west-004.backblazeb2.com.`,
    )
  }
  return url.origin
}

function readAi(read: Read): AiConfig {
  const api = readOpenAiApi(read, 'AI')
  return api ? { provider: 'openai-compatible', ...api } : { provider: 'library' }
}

function readSpeech(read: Read): SpeechConfig {
  const api = readOpenAiApi(read, 'SPEECH')
  return api ? { provider: 'openai', ...api } : { provider: 'none' }
}

/** Reads the settings of an OpenAI-compatible API; undefined if none is set up. */
function readOpenAiApi(read: Read, prefix: 'AI' | 'SPEECH'): OpenAiApi | undefined {
  const address = read(`${prefix}_BASE_URL`)
  if (!address) {
    refuseWithout(read, `${prefix}_BASE_URL`, [`${prefix}_API_KEY`, `${prefix}_MODEL`])
    return undefined
  }
  return readTogether({
    baseUrl: () => readOpenAiAddress(`${prefix}_BASE_URL`, address),
    model: () => need(read, `${prefix}_MODEL`, `${prefix}_BASE_URL is set`),
    // Services on the internet need a key; a server in the local network may not.
    apiKey: () =>
      /^https:/i.test(address)
        ? need(read, `${prefix}_API_KEY`, `${prefix}_BASE_URL starts with https://`)
        : read(`${prefix}_API_KEY`),
  })
}

function readOpenAiAddress(name: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new ConfigError(`${name} must be an address such as https://api.openai.com/v1.`)
  }
  return url.href.replace(/\/+$/, '')
}

const EMBEDDED_LIVE = [
  'LIVE_BIND',
  'LIVE_PORTS',
  'LIVE_ANNOUNCED_IPS',
  'LIVE_ICE_SERVERS',
  'LIVE_TURN_URL',
  'LIVE_TURN_SECRET',
]
const HOSTED_LIVE = [
  'LIVEKIT_URL',
  'LIVEKIT_API_KEY',
  'LIVEKIT_API_SECRET',
  'DAILY_API_KEY',
  'DAILY_API_BASE',
]

function readLive(read: Read): LiveConfig {
  const provider = readChoice(read, 'LIVE_PROVIDER', ['embedded', 'livekit', 'daily'])
  if (provider === undefined || provider === 'embedded') {
    if (!provider) refuseWithout(read, 'LIVE_PROVIDER', HOSTED_LIVE)
    return readEmbeddedLive(read)
  }
  const unused = EMBEDDED_LIVE.find((name) => read(name))
  if (unused) throw new ConfigError(`${unused} must not be set: LIVE_PROVIDER is ${provider}.`)
  const because = `LIVE_PROVIDER is ${provider}`
  if (provider === 'daily') {
    const apiKey = need(read, 'DAILY_API_KEY', because)
    return { provider, apiKey, apiBase: readApiBase('DAILY_API_BASE', read('DAILY_API_BASE')) }
  }
  return {
    provider,
    url: readLiveKitUrl(need(read, 'LIVEKIT_URL', because)),
    apiKey: need(read, 'LIVEKIT_API_KEY', because),
    apiSecret: need(read, 'LIVEKIT_API_SECRET', because),
  }
}

function readLiveKitUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSafe = url?.protocol === 'wss:' || (url?.protocol === 'ws:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.pathname !== '/' || url.username || url.search || url.hash) {
    throw new ConfigError(
      'LIVEKIT_URL must be an origin that starts with wss://, unless it is on this machine.',
    )
  }
  return `${url.protocol}//${url.host}`
}

function readEmbeddedLive(read: Read): LiveConfig {
  const bind = read('LIVE_BIND') ?? '0.0.0.0'
  if (isIP(bind) === 0) throw new ConfigError('LIVE_BIND must be an IP address.')
  const announcedAddresses = readList(read('LIVE_ANNOUNCED_IPS'))
  if (announcedAddresses.some((address) => isIP(address) !== isIP(bind))) {
    throw new ConfigError(
      'LIVE_ANNOUNCED_IPS must be IP addresses of the same version as LIVE_BIND.',
    )
  }
  const iceServers = readList(read('LIVE_ICE_SERVERS'))
  if (iceServers.some((url) => !/^stuns?:[\w.[\]:-]+$/.test(url))) {
    throw new ConfigError('LIVE_ICE_SERVERS must be addresses such as stun:stun.example.org:3478.')
  }
  const ports = readPortRange(read('LIVE_PORTS') ?? '20100-20109')
  return { provider: 'embedded', bind, ports, announcedAddresses, iceServers, turn: readTurn(read) }
}

function readPortRange(value: string): [first: number, last: number] {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(value) ?? []
  const ports: [number, number] = [Number(first ?? 0), Number(last ?? 0)]
  if (ports[0] < 1 || ports[1] > 65_535 || ports[0] > ports[1]) {
    throw new ConfigError('LIVE_PORTS must be a port, or a range such as 20100-20109.')
  }
  return ports
}

function readTurn(read: Read): EmbeddedNetwork['turn'] {
  const urls = readList(read('LIVE_TURN_URL'))
  if (urls.length === 0) {
    refuseWithout(read, 'LIVE_TURN_URL', ['LIVE_TURN_SECRET'])
    return undefined
  }
  if (urls.some((url) => !/^turns?:[\w.[\]:-]+(\?transport=(udp|tcp))?$/.test(url))) {
    throw new ConfigError('LIVE_TURN_URL must be addresses such as turn:turn.example.org:3478.')
  }
  return { urls, secret: need(read, 'LIVE_TURN_SECRET', 'LIVE_TURN_URL is set') }
}

/** Splits a list at commas and spaces. */
function readList(value: string | undefined): string[] {
  return (value ?? '').split(/[\s,]+/).filter(Boolean)
}

function readBackup(read: Read, { dataDir }: Pick<Config, 'dataDir'>): BackupConfig | undefined {
  const dir = read('BACKUP_DIR')
  if (!dir) {
    const names = ['BACKUP_RECIPIENT', 'BACKUP_TIME', 'BACKUP_DRILL_KEY']
    refuseWithout(read, 'BACKUP_DIR', names)
    return undefined
  }
  return readTogether({
    address: () => {
      const refusal = dir.startsWith('s3:') ? undefined : refuseBackupFolder(dir, { dataDir })
      if (refusal) throw new ConfigError(`BACKUP_DIR ${refusal}`)
      return backupAddress(read, dir)
    },
    recipient: () => readRecipient(need(read, 'BACKUP_RECIPIENT', 'BACKUP_DIR is set')),
    time: () => readBackupTime(read('BACKUP_TIME')),
    drillKey: () => readDrillKey(read('BACKUP_DRILL_KEY')),
  })
}

function readRecipient(key: string): string {
  if (/^AGE-SECRET-KEY-/i.test(key)) {
    throw new ConfigError(
      'BACKUP_RECIPIENT must not be the secret half of the backup key (AGE-SECRET-KEY-1…), which opens all backups. Remove it from the server, and enter the half that begins with age1.',
    )
  }
  if (!isRecipient(key)) {
    throw new ConfigError(
      'BACKUP_RECIPIENT must be the public half of the backup key, which begins with age1. Copy it again.',
    )
  }
  return key
}

function readBackupTime(time: string | undefined): ClockText | undefined {
  if (time && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    throw new ConfigError('BACKUP_TIME must be a time such as 03:15.')
  }
  return time
}

function readDrillKey(key: string | undefined): string | undefined {
  if (key && !/^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(key)) {
    throw new ConfigError('BACKUP_DRILL_KEY must be the secret half of the backup key.')
  }
  return key
}

/** Reads a command line's address: a folder, or `s3://bucket/prefix` with the environment's key. */
export function readBackupAddress(text: string, environment: Environment): BackupAddress {
  return backupAddress(reader(environment), text)
}

function backupAddress(read: Read, text: string): BackupAddress {
  if (!text.startsWith('s3:')) return { provider: 'folder', path: resolve(text) }
  const { place, store } = readTogether({
    place: () => readBucketPlace(read, text),
    store: () => readStore(read, 'BACKUP_S3', 'the backups are in a bucket'),
  })
  return { provider: 's3', ...place, ...store }
}

function readBucketPlace(read: Read, text: string): Pick<BackupBucket, 'bucket' | 'prefix'> {
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/*([\w./-]*?)\/*$/.exec(text) ?? []
  if (bucket === undefined || prefix === undefined) {
    throw new ConfigError(
      'BACKUP_DIR (or --to, --from) must name a bucket like s3://my-bucket/folx.',
    )
  }
  const isSameStore = read('BACKUP_S3_ENDPOINT') === read('S3_ENDPOINT')
  if (bucket === read('S3_BUCKET') && isSameStore) {
    // Otherwise backups would be included in later backups.
    throw new ConfigError('BACKUP_DIR must not name the bucket in S3_BUCKET. Create another one.')
  }
  return { bucket, prefix }
}

function readMetricsToken(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 16) {
    throw new ConfigError('METRICS_TOKEN must have at least 16 characters (openssl rand -hex 32).')
  }
  return value
}
