import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from './start-error.ts'

/** Where the database is: started by us in the data folder, or named by an address. */
export type DatabaseConfig =
  | { provider: 'embedded' }
  | { provider: 'url'; url: string /** For reads that may lag. */; replicaUrl: string | undefined }

/** How mail leaves: kept for an administrator to read, an SMTP server, or Resend. */
export type MailConfig =
  | { provider: 'outbox' }
  | { provider: 'smtp'; url: string; from: string }
  | { provider: 'resend'; apiKey: string; webhookSecret: string | undefined; from: string }

/** Where recordings and pictures are kept. */
export type FilesConfig =
  | { provider: 'disk' }
  | {
      provider: 's3'
      endpoint: string | undefined
      region: string
      bucket: string
      accessKeyId: string
      secretAccessKey: string
      forcePathStyle: boolean
    }

/** Who writes the daily texts: the built-in library alone, or any OpenAI-compatible API before it. */
export type AiConfig =
  | { provider: 'library' }
  | {
      provider: 'openai-compatible'
      /** Without a slash at its end: `https://api.openai.com/v1`. */
      baseUrl: string
      /** Undefined for a server of one's own that asks for none. */
      apiKey: string | undefined
      model: string
    }

/** Everything that the environment decides. `.env.example` explains each variable. */
export interface Config {
  host: string
  port: number
  /** The origin that people's browsers show, without a trailing slash. */
  publicUrl: string
  /** Whether `publicUrl` is reachable by others, so that nothing unsafe may be on by default. */
  isPublic: boolean
  /** Whether a reverse proxy in front sets `X-Forwarded-For`. */
  trustProxy: boolean
  dataDir: string
  /** 32 bytes that wrap every other key, or undefined for the key file in the data folder. */
  dataKey: Buffer | undefined
  database: DatabaseConfig
  mail: MailConfig
  files: FilesConfig
  ai: AiConfig
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** A mistake in the environment; its message names the variable and never its value. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
}

type Environment = Record<string, string | undefined>

const LogLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

/** Reads the environment once. Throws a ConfigError for anything half-configured. */
export function readConfig(environment: Environment): Config {
  const read = reader(environment)
  const port = readPort(read('PORT'))
  const publicUrl = readPublicUrl(read('PUBLIC_URL'), port)
  const isPublic = !isLoopback(new URL(publicUrl).hostname)
  return {
    port,
    publicUrl,
    isPublic,
    host: read('HOST') ?? (isPublic ? '0.0.0.0' : '127.0.0.1'),
    trustProxy: readChoice(read, 'TRUST_PROXY', ['true', 'false']) === 'true',
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    dataKey: readDataKey(read('DATA_KEY')),
    database: readDatabase(read),
    mail: readMail(read, isPublic),
    files: readFiles(read),
    ai: readAi(read),
    logLevel: readLogLevel(read('LOG_LEVEL')),
  }
}

type Read = (name: string) => string | undefined

/** A variable's value, or the content of the file that `<NAME>_FILE` names; empty means unset. */
function reader(environment: Environment): Read {
  return (name) => {
    const direct = environment[name]?.trim()
    if (direct) return direct
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) return undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (cause) {
      throw new ConfigError(`${name}_FILE names a file that cannot be read.`, { cause })
    }
  }
}

function need(read: Read, name: string, because: string): string {
  const value = read(name)
  if (!value) throw new ConfigError(`${name} is missing: ${because}.`)
  return value
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
  const url = read('DATABASE_URL')
  const replicaUrl = read('DATABASE_REPLICA_URL')
  if (!url) {
    if (replicaUrl) {
      throw new ConfigError('DATABASE_URL is missing: DATABASE_REPLICA_URL alone has no meaning.')
    }
    return { provider: 'embedded' }
  }
  for (const [name, value] of [
    ['DATABASE_URL', url],
    ['DATABASE_REPLICA_URL', replicaUrl],
  ] as const) {
    if (value && !/^postgres(ql)?:\/\//.test(value)) {
      throw new ConfigError(`${name} must start with postgres:// or postgresql://.`)
    }
  }
  return { provider: 'url', url, replicaUrl }
}

function readMail(read: Read, isPublic: boolean): MailConfig {
  const provider = readChoice(read, 'MAIL_PROVIDER', ['outbox', 'smtp', 'resend'])
  if (provider === undefined) {
    for (const name of ['SMTP_URL', 'RESEND_API_KEY', 'MAIL_FROM']) {
      if (read(name)) throw new ConfigError(`MAIL_PROVIDER is missing: ${name} is set.`)
    }
    if (isPublic) {
      throw new ConfigError(
        'MAIL_PROVIDER is missing: on a public address name smtp, resend or outbox.',
      )
    }
    return { provider: 'outbox' }
  }
  if (provider === 'outbox') return { provider }
  const because = `MAIL_PROVIDER is ${provider}`
  const from = need(read, 'MAIL_FROM', because)
  if (!/^([^<>@]*<)?[^\s<>",;:@]+@[^\s<>",;:@]+>?$/.test(from)) {
    throw new ConfigError('MAIL_FROM must be an address, or a name with an address in <>.')
  }
  if (provider === 'resend') {
    const apiKey = need(read, 'RESEND_API_KEY', because)
    return { provider, apiKey, webhookSecret: read('RESEND_WEBHOOK_SECRET'), from }
  }
  const url = need(read, 'SMTP_URL', because)
  if (!/^smtps?:\/\//.test(url)) {
    throw new ConfigError('SMTP_URL must start with smtp:// or smtps://.')
  }
  return { provider, url, from }
}

function readFiles(read: Read): FilesConfig {
  const provider = readChoice(read, 'FILES_PROVIDER', ['disk', 's3'])
  if (provider === undefined) {
    for (const name of ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (read(name)) throw new ConfigError(`FILES_PROVIDER is missing: ${name} is set.`)
    }
  }
  if (provider !== 's3') return { provider: 'disk' }
  const because = 'FILES_PROVIDER is s3'
  return {
    provider,
    endpoint: read('S3_ENDPOINT'),
    region: read('S3_REGION') ?? 'us-east-1',
    bucket: need(read, 'S3_BUCKET', because),
    accessKeyId: need(read, 'S3_ACCESS_KEY_ID', because),
    secretAccessKey: need(read, 'S3_SECRET_ACCESS_KEY', because),
    forcePathStyle: readChoice(read, 'S3_FORCE_PATH_STYLE', ['true', 'false']) === 'true',
  }
}

function readAi(read: Read): AiConfig {
  const address = read('AI_BASE_URL')
  if (!address) {
    for (const name of ['AI_API_KEY', 'AI_MODEL']) {
      if (read(name)) throw new ConfigError(`AI_BASE_URL is missing: ${name} is set.`)
    }
    return { provider: 'library' }
  }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new ConfigError('AI_BASE_URL must be an address such as https://api.openai.com/v1.')
  }
  const model = need(read, 'AI_MODEL', 'AI_BASE_URL is set')
  // Services on the internet ask for a key; a server in one's own network may not.
  const apiKey =
    url.protocol === 'https:'
      ? need(read, 'AI_API_KEY', 'AI_BASE_URL starts with https://')
      : read('AI_API_KEY')
  return { provider: 'openai-compatible', baseUrl: url.href.replace(/\/+$/, ''), apiKey, model }
}

function readLogLevel(value: string | undefined): Config['logLevel'] {
  const level = LogLevel.safeParse(value ?? 'info')
  if (!level.success)
    throw new ConfigError(`LOG_LEVEL must be one of: ${LogLevel.options.join(', ')}.`)
  return level.data
}
