import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createDnsSenderDomains } from './dns.ts'

/** TXT records by name; missing names do not exist. */
type Zone = Record<string, string[][]>

const NO_ERROR = 0
const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3
const TXT = 16

/** A local DNS server (RFC 1035) for TXT records. `null` never answers, 'broken' fails. */
async function startDns(
  zone: Zone | null | 'broken',
): Promise<{ server: string; asked: string[] }> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query)
    asked.push(name)
    if (zone === null) return
    const records = zone === 'broken' ? undefined : zone[name]
    const missing = zone === 'broken' ? SERVER_FAILURE : NO_SUCH_NAME
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (records ? NO_ERROR : missing), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records?.length ?? 0, 6)
    const answers = (records ?? []).map(answerOf)
    socket.send(
      Buffer.concat([header, query.subarray(12, end + 4), ...answers]),
      from.port,
      from.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answerOf(pieces: string[]): Buffer {
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])),
  )
  const head = Buffer.from([
    0xc0,
    12,
    0,
    TXT,
    0,
    1,
    0,
    0,
    0,
    60,
    data.length >> 8,
    data.length & 255,
  ])
  return Buffer.concat([head, data])
}

const KEY = ['p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQ', 'KBgQC7']
const RESEND: Zone = {
  'send.folx.example': [['v=spf1 include:amazonses.com ~all']],
  'resend._domainkey.folx.example': [KEY],
  '_dmarc.folx.example': [['v=DMARC1; p=none;']],
}
const ALL = { spf: 'found', dkim: 'found', dmarc: 'found' }
const NONE = { spf: 'missing', dkim: 'missing', dmarc: 'missing' }

async function check(
  zone: Zone | null | 'broken',
  input: { domain: string; provider: 'smtp' | 'resend' },
): Promise<object> {
  const { server } = await startDns(zone)
  return createDnsSenderDomains({ servers: [server], limitMs: 10_000 }).check(input)
}

test('a domain that is set up for Resend has all three records', async () => {
  expect(await check(RESEND, { domain: 'folx.example', provider: 'resend' })).toEqual(ALL)
})

test('SPF at the domain itself and a policy of the parent domain are accepted', async () => {
  const zone: Zone = {
    'news.folx.example': [['an older note'], ['V=SPF1 -all']],
    'resend._domainkey.news.folx.example': [KEY],
    '_dmarc.folx.example': [['v=DMARC1;p=reject']],
  }
  expect(await check(zone, { domain: 'news.folx.example', provider: 'resend' })).toEqual(ALL)
})

test.each<[string, Zone]>([
  ['nothing at all', {}],
  ['names without records', { 'folx.example': [], 'resend._domainkey.folx.example': [] }],
  [
    'records of other kinds, and a revoked key',
    {
      'folx.example': [['v=spf10 -all'], ['google-site-verification=v=spf1']],
      'resend._domainkey.folx.example': [['v=DKIM1; p=']],
      '_dmarc.folx.example': [['v=spf1 -all']],
    },
  ],
  ['a policy for a whole top-level domain', { '_dmarc.example': [['v=DMARC1; p=none']] }],
])('%s counts as missing', async (_what, zone) => {
  expect(await check(zone, { domain: 'folx.example', provider: 'resend' })).toEqual(NONE)
})

test('with SMTP, a key is unknown unless a common selector has one', async () => {
  const input = { domain: 'folx.example', provider: 'smtp' } as const
  const spf: Zone = { 'folx.example': [['v=spf1 mx -all']] }
  expect(await check(spf, input)).toEqual({ spf: 'found', dkim: 'unknown', dmarc: 'missing' })
  const zone: Zone = { ...spf, 'selector1._domainkey.folx.example': [['v=DKIM1; k=rsa; p=MIG']] }
  expect(await check(zone, input)).toEqual({ spf: 'found', dkim: 'found', dmarc: 'missing' })
})

const UNKNOWN = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' }

test.each([
  ['a server that fails', 'broken' as const],
  ['a server that never answers', null],
])('%s leaves all records unknown, within the limit', async (_what, zone) => {
  const { server } = await startDns(zone)
  const domains = createDnsSenderDomains({ servers: [server], limitMs: 300 })
  const started = performance.now()
  expect(await domains.check({ domain: 'folx.example', provider: 'resend' })).toEqual(UNKNOWN)
  // Without it, the resolver waits at least five seconds.
  expect(performance.now() - started).toBeLessThan(4_900)
})

test('without a network, all records are unknown', async () => {
  const domains = createDnsSenderDomains({ servers: ['127.0.0.1:1'], limitMs: 300 })
  expect(await domains.check({ domain: 'folx.example', provider: 'smtp' })).toEqual(UNKNOWN)
})

test('answers are cached per domain', async () => {
  const { server, asked } = await startDns(RESEND)
  const domains = createDnsSenderDomains({ servers: [server], limitMs: 10_000 })
  const input = { domain: 'folx.example', provider: 'resend' } as const
  expect(await domains.check(input)).toEqual(ALL)
  const count = asked.length
  expect(count).toBeGreaterThan(0)
  expect(await domains.check(input)).toEqual(ALL)
  expect(asked).toHaveLength(count)
  expect(await domains.check({ ...input, domain: 'other.example' })).toEqual(NONE)
  expect(asked.length).toBeGreaterThan(count)
})

test('malformed domains cause no error', async () => {
  const { server } = await startDns({})
  const domains = createDnsSenderDomains({ servers: [server], limitMs: 300 })
  for (const domain of ['localhost', 'a..b', '-', 'x'.repeat(300), '[127.0.0.1]']) {
    const records = await domains.check({ domain, provider: 'resend' })
    expect(Object.values(records)).not.toContain('found')
  }
})
