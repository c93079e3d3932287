import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

const { checkUsername } = accountEndpoints
/** How many checks one network can make in 15 minutes. */
const ALLOWED = 60
const ASKED = 150

interface Origin {
  address: string
  forwardedFor?: string
}

/** How many of `ASKED` checks are answered, each made from where `originOf` says. */
async function countAnswers(
  context: Context,
  trustProxy: Config['trustProxy'],
  originOf: (index: number) => Origin,
): Promise<number> {
  const app = await buildApp({ ...context, config: { ...context.config, trustProxy } })
  const api = new TestApi(app)
  let answered = 0
  for (let index = 0; index < ASKED; index += 1) {
    const { address, forwardedFor } = originOf(index)
    const response = await api.request(checkUsername, {
      query: { username: 'anybody' },
      address,
      ...(forwardedFor && { headers: { 'x-forwarded-for': forwardedFor } }),
    })
    expect([200, 429]).toContain(response.status)
    if (response.status === 200) answered += 1
  }
  await app.close()
  return answered
}

const NGINX = '10.1.2.3'

test('the addresses of one IPv6 network share a limit', async ({ context }) => {
  const originOf = (index: number): Origin => ({ address: `2001:db8:0:1::${index.toString(16)}` })
  expect(await countAnswers(context, false, originOf)).toBe(ALLOWED)
})

test('an IPv4 address counts once, however it is written', async ({ context }) => {
  const originOf = (index: number): Origin => ({
    address: index % 2 ? '203.0.113.1' : '::ffff:203.0.113.1',
  })
  expect(await countAnswers(context, false, originOf)).toBe(ALLOWED)
})

test.for([
  ['one proxy', 1],
  ['a network of proxies', ['10.0.0.0/8']],
] as const)(
  'behind %s, addresses that a caller adds before its own have no effect',
  async ([, trusted], { context }) => {
    const trustProxy = typeof trusted === 'number' ? trusted : [...trusted]
    const own = typeof trusted === 'number' ? '203.0.113.2' : '203.0.113.3'
    const originOf = (index: number): Origin => ({
      address: NGINX,
      forwardedFor: `198.51.100.${index}, ${own}`,
    })
    expect(await countAnswers(context, trustProxy, originOf)).toBe(ALLOWED)
  },
)

test('behind a proxy, each caller has its own limit', async ({ context }) => {
  const originOf = (index: number): Origin => ({
    address: NGINX,
    forwardedFor: `192.0.2.${index}`,
  })
  expect(await countAnswers(context, 1, originOf)).toBe(ASKED)
})

test('without a proxy, the header has no effect', async ({ context }) => {
  const originOf = (index: number): Origin => ({
    address: '203.0.113.4',
    forwardedFor: `192.0.2.${index}`,
  })
  expect(await countAnswers(context, false, originOf)).toBe(ALLOWED)
})
