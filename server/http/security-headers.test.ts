import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { addSecurityHeaders } from './security-headers.ts'

/** The headers of a page, by the environment that the server was started with. */
async function headersOf(
  environment: Record<string, string>,
  isSecure = true,
): Promise<Record<string, unknown>> {
  const app = Fastify()
  addSecurityHeaders(app, { isSecure, ...readConfig(environment) })
  app.get('/', async () => 'page')
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}

/** The sources that a page may load and connect to, by the environment that the server was started with. */
async function policyOf(environment: Record<string, string>): Promise<Map<string, string[]>> {
  const headers = await headersOf(environment)
  const rules = String(headers['content-security-policy']).split(';')
  return new Map(rules.map((rule) => rule.split(' ')).map(([name = '', ...rest]) => [name, rest]))
}

test('browsers stay on https for a year, and on subdomains only if the operator says so', async () => {
  const name = 'strict-transport-security'
  expect((await headersOf({}, false))[name]).toBeUndefined()
  expect((await headersOf({}))[name]).toBe('max-age=31536000')
  expect((await headersOf({ HSTS_SUBDOMAINS: 'true' }))[name]).toBe(
    'max-age=31536000; includeSubDomains',
  )
})

const LIVEKIT = { LIVE_PROVIDER: 'livekit', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' }

test('without a provider for the live room, a page connects only to this server', async () => {
  const policy = await policyOf({})
  expect(policy.get('connect-src')).toEqual(["'self'"])
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('default-src')).toEqual(["'self'"])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
})

test('with LiveKit, a page connects to its server, and loads no code from there', async () => {
  const policy = await policyOf({ ...LIVEKIT, LIVEKIT_URL: 'wss://live.example.org:7443' })
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'wss://live.example.org:7443',
    'https://live.example.org:7443',
  ])
  expect(policy.get('script-src')).toEqual(["'self'"])
})

test('with LiveKit’s cloud, a page may connect to any region', async () => {
  const policy = await policyOf({ ...LIVEKIT, LIVEKIT_URL: 'wss://folx-1.livekit.cloud' })
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'wss://*.livekit.cloud',
    'https://*.livekit.cloud',
  ])
})

test('with Daily, a page connects to its domains and loads its code, and builds none from text', async () => {
  const policy = await policyOf({ LIVE_PROVIDER: 'daily', DAILY_API_KEY: 'key' })
  expect(policy.get('connect-src')).toContain('https://*.daily.co')
  expect(policy.get('connect-src')).toContain('wss://*.daily.co')
  expect(policy.get('script-src')).toContain('https://c.daily.co')
  expect(policy.get('script-src')).not.toContain("'unsafe-eval'")
  expect(policy.get('script-src')?.every((source) => !source.includes('*'))).toBe(true)
})
