import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, proxyWarning, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

/** The value of secrets in these tests; no error may contain it. */
const SECRET = 'do-not-repeat'
const PUBLIC = { PUBLIC_URL: 'https://folx.example.org' }
const S3 = {
  FILES_PROVIDER: 's3',
  S3_BUCKET: 'recordings',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: SECRET,
}
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const BACKUP_BUCKET = {
  BACKUP_RECIPIENT: RECIPIENT,
  BACKUP_DIR: 's3://backups/folx',
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: SECRET,
}
const SMTP = {
  MAIL_PROVIDER: 'smtp',
  MAIL_FROM: 'a@example.org',
  SMTP_HOST: 'mail.example.org',
  SMTP_USER: 'ann@example.org',
  SMTP_PASSWORD: `${SECRET}/#`,
}
const STRIPE = {
  PAYMENTS_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_WEBHOOK_SECRET: `whsec_${SECRET}`,
}
const LIVEKIT = {
  LIVE_PROVIDER: 'livekit',
  LIVEKIT_URL: 'wss://live.example.org',
  LIVEKIT_API_KEY: 'key',
  LIVEKIT_API_SECRET: SECRET,
}
const AI = {
  AI_BASE_URL: 'https://ai.example.org/v1',
  AI_API_KEY: SECRET,
  AI_MODEL: 'writer-1',
}

function refusal(environment: Environment): string {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error('This environment was accepted.')
}

test('without any variables, everything runs on this machine only', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    isPublic: false,
    trustProxy: false,
    dataKey: undefined,
    database: { provider: 'embedded' },
    mail: { provider: 'outbox' },
    mailRatePerMinute: 600,
    payments: { provider: 'till' },
    files: { provider: 'disk' },
    ai: { provider: 'library' },
    live: {
      provider: 'embedded',
      bind: '0.0.0.0',
      ports: [20_100, 20_109],
      announcedAddresses: [],
      iceServers: [],
      turn: undefined,
    },
    logLevel: 'info',
  })
})

test.each<[string, Environment]>([
  ['PORT', { PORT: SECRET }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '80.5' }],
  ['PUBLIC_URL', { PUBLIC_URL: SECRET }],
  ['PUBLIC_URL', { PUBLIC_URL: `ftp://${SECRET}` }],
  ['PUBLIC_URL', { PUBLIC_URL: `https://example.org/${SECRET}` }],
  ['PUBLIC_URL', { PUBLIC_URL: `http://${SECRET}.example.org` }],
  ['TRUST_PROXY', { TRUST_PROXY: SECRET }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '11' }],
  ['TRUST_PROXY', { TRUST_PROXY: '-1' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1,10.0.0.0/8' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8,' }],
  ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '::/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'proxy.example.org' }],
  ['DATA_KEY', { DATA_KEY: SECRET }],
  ['DATA_KEY', { DATA_KEY: 'ab'.repeat(31) }],
  ['DATABASE_URL', { DATABASE_URL: `mysql://${SECRET}` }],
  ['DATABASE_URL', { DATABASE_URL: `postgres://folx:${SECRET}/#@host/folx` }],
  ['DATABASE_URL', { DATABASE_REPLICA_URL: `postgres://${SECRET}` }],
  [
    'DATABASE_REPLICA_URL',
    { DATABASE_URL: 'postgres://one/folx', DATABASE_REPLICA_URL: `http://${SECRET}` },
  ],
  ['MAIL_PROVIDER', { MAIL_PROVIDER: SECRET }],
  ['MAIL_PROVIDER', { SMTP_URL: `smtp://${SECRET}` }],
  ['MAIL_PROVIDER', { RESEND_API_KEY: SECRET }],
  ['MAIL_PROVIDER', { SMTP_HOST: SECRET }],
  ...['0', '-5', '60001', 'many', 'NaN'].map((rate): [string, Environment] => [
    'MAIL_RATE_PER_MINUTE',
    { MAIL_RATE_PER_MINUTE: rate },
  ]),
  ['PAYMENTS_PROVIDER', { PAYMENTS_PROVIDER: SECRET }],
  ['PAYMENTS_PROVIDER', { STRIPE_SECRET_KEY: SECRET }],
  ['PAYMENTS_PROVIDER', { STRIPE_WEBHOOK_SECRET: SECRET }],
  ['PAYMENTS_PROVIDER', { STRIPE_API_BASE: SECRET }],
  ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: ' ' }],
  ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: SECRET }],
  ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: undefined }],
  ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: SECRET }],
  ['STRIPE_API_BASE', { ...STRIPE, STRIPE_API_BASE: SECRET }],
  ['STRIPE_API_BASE', { ...STRIPE, STRIPE_API_BASE: `http://${SECRET}.example.org` }],
  ['STRIPE_API_BASE', { ...STRIPE, STRIPE_API_BASE: `http://localhost:1/${SECRET}` }],
  ['STRIPE_API_BASE', { ...STRIPE, STRIPE_API_BASE: `http://u:${SECRET}@localhost:1` }],
  ['MAIL_FROM', { MAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://${SECRET}` }],
  ['MAIL_FROM', { MAIL_PROVIDER: 'resend', RESEND_API_KEY: SECRET }],
  ['SMTP_URL', { MAIL_PROVIDER: 'smtp', MAIL_FROM: `${SECRET}@example.org` }],
  ['SMTP_URL', { MAIL_PROVIDER: 'smtp', MAIL_FROM: 'a@example.org', SMTP_URL: SECRET }],
  ['SMTP_HOST', { ...SMTP, SMTP_HOST: `smtp://${SECRET}` }],
  ['SMTP_PORT', { ...SMTP, SMTP_PORT: SECRET }],
  ['SMTP_PORT', { ...SMTP, SMTP_PORT: '65536' }],
  ['SMTP_PASSWORD', { ...SMTP, SMTP_PASSWORD: '' }],
  ['SMTP_USER', { ...SMTP, SMTP_USER: '' }],
  ['RESEND_API_KEY', { MAIL_PROVIDER: 'resend', MAIL_FROM: `${SECRET}@example.org` }],
  [
    'RESEND_API_BASE',
    {
      MAIL_PROVIDER: 'resend',
      RESEND_API_KEY: 'key',
      MAIL_FROM: 'a@example.org',
      RESEND_API_BASE: `http://${SECRET}.example.org`,
    },
  ],
  [
    'RESEND_WEBHOOK_SECRET',
    {
      MAIL_PROVIDER: 'resend',
      RESEND_API_KEY: 'key',
      MAIL_FROM: 'a@example.org',
      RESEND_WEBHOOK_SECRET: SECRET,
    },
  ],
  ['FILES_PROVIDER', { FILES_PROVIDER: SECRET }],
  ['FILES_PROVIDER', { S3_BUCKET: SECRET }],
  ['S3_BUCKET', { ...S3, S3_BUCKET: undefined }],
  ['S3_ACCESS_KEY_ID', { ...S3, S3_ACCESS_KEY_ID: '  ' }],
  ['S3_SECRET_ACCESS_KEY', { ...S3, S3_BUCKET: SECRET, S3_SECRET_ACCESS_KEY: '' }],
  ['S3_FORCE_PATH_STYLE', { ...S3, S3_FORCE_PATH_STYLE: SECRET }],
  ['BACKUP_DIR', { BACKUP_RECIPIENT: RECIPIENT }],
  ['BACKUP_RECIPIENT', { BACKUP_DIR: '/mnt/b' }],
  ['BACKUP_RECIPIENT', { BACKUP_DIR: '/mnt/b', BACKUP_RECIPIENT: RECIPIENT.slice(0, -1) }],
  ['BACKUP_RECIPIENT', { BACKUP_DIR: '/mnt/b', BACKUP_RECIPIENT: `AGE-SECRET-KEY-1${SECRET}` }],
  ['BACKUP_DIR', { ...BACKUP_BUCKET, BACKUP_DIR: `gs://${SECRET}` }],
  ['BACKUP_DIR', { ...BACKUP_BUCKET, BACKUP_DIR: 's3://' }],
  ['BACKUP_DIR', { ...BACKUP_BUCKET, BACKUP_DIR: `s3:${SECRET}` }],
  ['BACKUP_DIR', { ...S3, ...BACKUP_BUCKET, BACKUP_DIR: 's3://recordings/backups' }],
  ['BACKUP_S3_ACCESS_KEY_ID', { ...BACKUP_BUCKET, BACKUP_S3_ACCESS_KEY_ID: '' }],
  ['BACKUP_S3_SECRET_ACCESS_KEY', { ...BACKUP_BUCKET, BACKUP_S3_SECRET_ACCESS_KEY: '' }],
  ['BACKUP_S3_FORCE_PATH_STYLE', { ...BACKUP_BUCKET, BACKUP_S3_FORCE_PATH_STYLE: SECRET }],
  ...['S3_ENDPOINT', 'BACKUP_S3_ENDPOINT'].flatMap((name) =>
    [
      SECRET,
      `ftp://${SECRET}`,
      `https://user:${SECRET}@s3.example.org`,
      `https://s3.example.org/${SECRET}`,
    ].map((address): [string, Environment] => [name, { ...S3, ...BACKUP_BUCKET, [name]: address }]),
  ),
  ['SPEECH_BASE_URL', { SPEECH_API_KEY: SECRET }],
  ['SPEECH_MODEL', { SPEECH_BASE_URL: 'http://127.0.0.1:9000/v1' }],
  ['SPEECH_API_KEY', { SPEECH_BASE_URL: 'https://speech.example.org/v1', SPEECH_MODEL: 'whisper' }],
  ['AI_BASE_URL', { AI_API_KEY: SECRET }],
  ['AI_BASE_URL', { AI_MODEL: SECRET }],
  ['AI_BASE_URL', { ...AI, AI_BASE_URL: SECRET }],
  ['AI_BASE_URL', { ...AI, AI_BASE_URL: `ftp://${SECRET}` }],
  ['AI_BASE_URL', { ...AI, AI_BASE_URL: `https://user:${SECRET}@ai.example.org/v1` }],
  ['AI_BASE_URL', { ...AI, AI_BASE_URL: `https://ai.example.org/v1?key=${SECRET}` }],
  ['AI_MODEL', { ...AI, AI_MODEL: '' }],
  ['AI_API_KEY', { ...AI, AI_API_KEY: ' ' }],
  ['LIVE_PROVIDER', { LIVE_PROVIDER: SECRET }],
  ['LIVE_PROVIDER', { LIVEKIT_API_SECRET: SECRET }],
  ['LIVE_PROVIDER', { DAILY_API_KEY: SECRET }],
  ['LIVE_BIND', { LIVE_BIND: SECRET }],
  ...[SECRET, '0', '70000', '20109-20100', '1-', '-5', '80.5'].map(
    (ports): [string, Environment] => ['LIVE_PORTS', { LIVE_PORTS: ports }],
  ),
  ['LIVE_ANNOUNCED_IPS', { LIVE_ANNOUNCED_IPS: `203.0.113.4,${SECRET}` }],
  ['LIVE_ANNOUNCED_IPS', { LIVE_ANNOUNCED_IPS: '2001:db8::1' }],
  ['LIVE_ICE_SERVERS', { LIVE_ICE_SERVERS: `https://${SECRET}` }],
  ['LIVE_TURN_URL', { LIVE_TURN_SECRET: SECRET }],
  ['LIVE_TURN_URL', { LIVE_TURN_URL: `stun:${SECRET}`, LIVE_TURN_SECRET: SECRET }],
  ['LIVE_TURN_SECRET', { LIVE_TURN_URL: 'turn:turn.example.org' }],
  ['LIVE_PORTS', { ...LIVEKIT, LIVE_PORTS: '20100' }],
  ['LIVEKIT_URL', { ...LIVEKIT, LIVEKIT_URL: `ws://${SECRET}.example.org` }],
  ['LIVEKIT_API_KEY', { ...LIVEKIT, LIVEKIT_API_KEY: '' }],
  ['LIVEKIT_API_SECRET', { ...LIVEKIT, LIVEKIT_API_SECRET: ' ' }],
  ['DAILY_API_KEY', { LIVE_PROVIDER: 'daily' }],
  [
    'DAILY_API_BASE',
    { LIVE_PROVIDER: 'daily', DAILY_API_KEY: SECRET, DAILY_API_BASE: `http://${SECRET}.example` },
  ],
  ['LOG_LEVEL', { LOG_LEVEL: SECRET }],
  ['DATA_KEY_FILE', { DATA_KEY_FILE: `/nowhere/${SECRET}` }],
])('the error names %s, and not its value: %j', (variable, environment) => {
  const sentence = refusal(environment)
  expect(sentence).toMatch(new RegExp(`\\b${variable}\\b`))
  expect(sentence).not.toContain(SECRET)
  expect(sentence).toMatch(/\.$/)
})

test.each<[Environment, object]>([
  [{ LIVE_PORTS: '443' }, { live: { ports: [443, 443] } }],
  [
    {
      LIVE_BIND: '10.0.0.2',
      LIVE_ANNOUNCED_IPS: '203.0.113.4, 203.0.113.5',
      LIVE_ICE_SERVERS: 'stun:stun.example.org:3478',
      LIVE_TURN_URL: 'turn:turn.example.org:3478?transport=udp,turns:turn.example.org:5349',
      LIVE_TURN_SECRET: SECRET,
    },
    {
      live: {
        bind: '10.0.0.2',
        announcedAddresses: ['203.0.113.4', '203.0.113.5'],
        iceServers: ['stun:stun.example.org:3478'],
        turn: {
          urls: ['turn:turn.example.org:3478?transport=udp', 'turns:turn.example.org:5349'],
          secret: SECRET,
        },
      },
    },
  ],
  [
    { ...LIVEKIT, LIVEKIT_URL: 'wss://live.example.org/' },
    {
      live: {
        provider: 'livekit',
        url: 'wss://live.example.org',
        apiKey: 'key',
        apiSecret: SECRET,
      },
    },
  ],
  [
    { LIVE_PROVIDER: 'daily', DAILY_API_KEY: SECRET },
    { live: { provider: 'daily', apiKey: SECRET, apiBase: undefined } },
  ],
  [
    { BACKUP_DIR: '/mnt/b', BACKUP_RECIPIENT: RECIPIENT },
    { backup: { address: { provider: 'folder', path: '/mnt/b' }, recipient: RECIPIENT } },
  ],
  [
    { ...BACKUP_BUCKET, BACKUP_S3_ENDPOINT: 'https://store.example' },
    { backup: { address: { forcePathStyle: true } } },
  ],
  [
    { ...BACKUP_BUCKET, BACKUP_DIR: 's3://backups/sites/folx/' },
    { backup: { address: { provider: 's3', bucket: 'backups', prefix: 'sites/folx' } } },
  ],
  [
    { ...BACKUP_BUCKET, BACKUP_DIR: 's3://backups' },
    { backup: { address: { bucket: 'backups', prefix: '', secretAccessKey: SECRET } } },
  ],
  [{ MAIL_RATE_PER_MINUTE: '0.5' }, { mailRatePerMinute: 0.5 }],
  [{ MAIL_RATE_PER_MINUTE: '60000' }, { mailRatePerMinute: 60_000 }],
  [{ PORT: '0' }, { port: 0, publicUrl: 'http://localhost:0' }],
  [{ PORT: '' }, { port: 3000 }],
  [
    { ...PUBLIC, MAIL_PROVIDER: 'outbox', PAYMENTS_PROVIDER: 'till' },
    { isPublic: true, host: '0.0.0.0', payments: { provider: 'till' } },
  ],
  [
    { ...PUBLIC, MAIL_PROVIDER: 'outbox', PAYMENTS_PROVIDER: 'till', HOST: '10.0.0.1' },
    { host: '10.0.0.1' },
  ],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080/' }, { publicUrl: 'http://127.0.0.1:8080' }],
  [{ PUBLIC_URL: 'http://[::1]:8080' }, { isPublic: false }],
  [{ PUBLIC_URL: 'https://folx.localhost' }, { isPublic: false }],
  [{ TRUST_PROXY: '1' }, { trustProxy: 1 }],
  [{ TRUST_PROXY: '0' }, { trustProxy: false }],
  [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
  [
    { TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.7' },
    { trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'] },
  ],
  [{ DATA_KEY: 'ab'.repeat(32) }, { dataKey: Buffer.alloc(32, 0xab) }],
  [{ DATA_KEY: Buffer.alloc(32, 7).toString('base64') }, { dataKey: Buffer.alloc(32, 7) }],
  [
    { DATABASE_URL: 'postgresql://one/folx', DATABASE_REPLICA_URL: 'postgres://two/folx' },
    {
      database: {
        provider: 'url',
        url: 'postgresql://one/folx',
        replicaUrl: 'postgres://two/folx',
      },
    },
  ],
  [
    { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'a@example.org' },
    { mail: { provider: 'smtp', url: 'smtps://mail.example.org', from: 'a@example.org' } },
  ],
  [SMTP, { mail: { url: `smtps://ann%40example.org:${SECRET}%2F%23@mail.example.org:465` } }],
  [
    { ...SMTP, SMTP_PORT: '587', SMTP_USER: '', SMTP_PASSWORD: '' },
    { mail: { url: 'smtp://mail.example.org:587?requireTLS=true' } },
  ],
  [
    { ...SMTP, SMTP_PORT: '25', SMTP_HOST: '127.0.0.1', SMTP_USER: '', SMTP_PASSWORD: '' },
    { mail: { url: 'smtp://127.0.0.1:25' } },
  ],
  [PUBLIC, { mail: { provider: 'outbox' }, payments: { provider: 'till' }, environment: {} }],
  [
    { ...STRIPE, AI_MODEL: ' ', MAIL_RATE_PER_MINUTE: '60', BACKUP_DIR_FILE: '/dev/null' },
    { environment: { payments: Object.keys(STRIPE), backups: ['BACKUP_DIR_FILE'] } },
  ],
  [
    { MAIL_PROVIDER: 'resend', RESEND_API_KEY: 'key', MAIL_FROM: 'Folx <a@example.org>' },
    {
      mail: {
        provider: 'resend',
        apiKey: 'key',
        webhookSecret: undefined,
        from: 'Folx <a@example.org>',
      },
    },
  ],
  [
    STRIPE,
    {
      payments: {
        provider: 'stripe',
        secretKey: STRIPE.STRIPE_SECRET_KEY,
        webhookSecret: STRIPE.STRIPE_WEBHOOK_SECRET,
        apiBase: undefined,
      },
    },
  ],
  [
    { ...STRIPE, STRIPE_API_BASE: 'http://127.0.0.1:9000/' },
    { payments: { apiBase: 'http://127.0.0.1:9000' } },
  ],
  [
    { ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_FORCE_PATH_STYLE: 'true' },
    {
      files: {
        provider: 's3',
        endpoint: 'http://127.0.0.1:9000',
        region: 'us-east-1',
        bucket: 'recordings',
        accessKeyId: 'id',
        secretAccessKey: SECRET,
        forcePathStyle: true,
      },
    },
  ],
  [
    { ...AI, AI_BASE_URL: 'https://ai.example.org/v1/' },
    {
      ai: {
        provider: 'openai-compatible',
        baseUrl: 'https://ai.example.org/v1',
        apiKey: SECRET,
        model: 'writer-1',
      },
    },
  ],
  [
    { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'local' },
    {
      ai: {
        provider: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:11434/v1',
        apiKey: undefined,
        model: 'local',
      },
    },
  ],
  [{}, { speech: { provider: 'none' } }],
  [
    {
      SPEECH_BASE_URL: 'https://speech.example.org/v1/',
      SPEECH_API_KEY: SECRET,
      SPEECH_MODEL: 'whisper-1',
    },
    {
      speech: {
        provider: 'openai',
        baseUrl: 'https://speech.example.org/v1',
        apiKey: SECRET,
        model: 'whisper-1',
      },
    },
  ],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
])('%j is accepted', (environment, expected) => {
  expect(readConfig(environment)).toMatchObject(expected)
})

test('everything that is wrong with a provider is reported together', () => {
  const environment = {
    ...SMTP,
    MAIL_FROM: 'River',
    SMTP_HOST: undefined,
    SMTP_PORT: '0',
    SMTP_USER: undefined,
  }
  expect(() => readConfig(environment)).toThrow(
    [
      'MAIL_FROM must be an address, or a name with an address in <>.',
      'SMTP_HOST (or SMTP_URL) is missing: MAIL_PROVIDER is smtp.',
      'SMTP_PORT must be a number from 1 to 65535.',
      'SMTP_USER is missing: SMTP_PASSWORD is set.',
    ].join('\n'),
  )
})

test('a secret can come from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'folx-config-')), 'key')
  writeFileSync(file, `${'cd'.repeat(32)}\n`)
  expect(readConfig({ DATA_KEY_FILE: file }).dataKey).toEqual(Buffer.alloc(32, 0xcd))
  const direct = { DATA_KEY_FILE: file, DATA_KEY: 'ab'.repeat(32) }
  expect(readConfig(direct).dataKey).toEqual(Buffer.alloc(32, 0xab))
  expect(readConfig({ ...AI, AI_API_KEY: '', AI_API_KEY_FILE: file }).ai).toMatchObject({
    apiKey: 'cd'.repeat(32),
  })
  writeFileSync(file, '\n')
  expect(readConfig({ DATA_KEY_FILE: file }).dataKey).toBeUndefined()
})

test('only an https site that trusts no proxy gets a warning', () => {
  const publicUrl = 'https://folx.example.org'
  expect(proxyWarning({ publicUrl, trustProxy: false })).toContain('TRUST_PROXY')
  expect(proxyWarning({ publicUrl, trustProxy: 1 })).toBeUndefined()
  expect(proxyWarning({ publicUrl, trustProxy: ['10.0.0.0/8'] })).toBeUndefined()
  expect(proxyWarning({ publicUrl: 'http://localhost:3000', trustProxy: false })).toBeUndefined()
})
