import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { accountEndpoints } from '#contract/accounts.ts'
import { aWhile, type LivePage } from '#server/testing/live-page.ts'
import { test } from '#server/testing/live-world.ts'

const GARBAGE = [
  '',
  'hello',
  '{',
  'null',
  '[]',
  '42',
  '{"type":"unknown"}',
  '{"type":"hand"}',
  '{"type":"hand","isUp":"true"}',
  '{"type":"question","text":"   "}',
  `{"type":"question","text":"${'x'.repeat(501)}"}`,
  '{"type":"question","text":"How\\u0000?"}',
  '{"type":"question","text":"Half \\ud83d a character"}',
  '{"type":"mute","participantId":"one\\u0000"}',
  '{"type":"remove","participantId":"one\\ntwo"}',
  `{"type":"invite","participantId":"${'x'.repeat(65)}"}`,
  `{"type":"offer","transport":"udp","sdp":"${'x'.repeat(65_537)}"}`,
  '{"type":"offer","transport":"carrier pigeon","sdp":""}',
  '{"type":"mute","participantId":{"$ne":null}}',
  '{"type":"question-answered","questionId":"1; drop table member","isAnswered":true}',
  '{"__proto__":{"isHost":true},"type":"lower-all-hands"}',
  '{"type":"hello","resume":"again"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]

test('an unreadable message is refused, and the page stays in the room', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  for (const text of GARBAGE) page.sayText(text)
  await expect
    .poll(() => page.messages.filter(({ type }) => type === 'refused').length)
    .toBe(GARBAGE.length)
  page.say({ type: 'hand', isUp: true })
  await hostPage.sees(({ hands }) => hands.length === 1)
})

test('a socket is closed if its first message is not hello', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  for (const text of ['{"type":"hand","isUp":true}', 'nonsense', '{"type":"hello","resume":1}']) {
    const page = await stage.socket(ana).opened()
    page.sayText(text)
    await page.ends()
    expect(page.messages).toEqual([])
  }
})

test('messages before the welcome are ignored', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const page = await stage.socket(ana).opened()
  page.say({ type: 'hello' })
  page.say({ type: 'hand', isUp: true })
  await page.receives('welcome')
  await aWhile()
  expect(hostPage.room?.hands).toEqual([])
})

test('a flood of messages closes only the sender’s socket', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  for (let count = 0; count < 500; count += 1) page.say({ type: 'hand', isUp: count % 2 === 0 })
  await page.ends()
  expect(page.closeCode).toBe(1008)
  hostPage.say({ type: 'hand', isUp: true })
  await hostPage.sees(({ hands }) => hands.includes(hostPage.participantId))
})

test('a message that is too large or binary closes its socket', async ({ stage }) => {
  await stage.onAir()
  const large = await stage.enter(await stage.member())
  large.sayText('x'.repeat(200_000))
  await large.ends()
  expect(large.closeCode).toBe(1009)
  const binary = await stage.enter(await stage.member())
  binary.socket.send(Buffer.from('{"type":"leave"}'), { binary: true })
  await binary.ends()
  expect(binary.closeCode).toBe(1008)
})

test('offers are answered until there are too many in a row', async ({ stage }) => {
  await stage.onAir()
  const page = await stage.enter(await stage.member())
  for (let count = 0; count < 10; count += 1) {
    page.say({ type: 'offer', sdp: `v=${count}`, transport: 'udp' })
  }
  await page.receives('refused', ({ sentence }) => sentence === 'Your browser connects too often.')
  await aWhile()
  expect(page.messages.filter(({ type }) => type === 'answer')).toHaveLength(6)
})

test('the server survives any message', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 20 }),
      fc.boolean(),
      async (texts, isInside) => {
        const page = isInside ? await stage.enter(ana) : await stage.socket(ana).opened()
        for (const text of texts) {
          if (page.socket.readyState === WebSocket.OPEN) page.sayText(text)
        }
        page.breakDown()
      },
    ),
    { numRuns: 25 },
  )
  hostPage.say({ type: 'hand', isUp: true })
  await hostPage.sees(({ hands }) => hands.includes(hostPage.participantId))
  const user = await stage.api.as(ana).call(accountEndpoints.currentUser)
  expect(user.anonymousUsername).toBe(ana.anonymousUsername)
})

test('waiting for a message ends with the socket', async ({ stage, world }) => {
  await stage.onAir()
  const refused = stage.socket(await world.member())
  await expect(refused.receives('welcome')).rejects.toThrow('The socket is closed (403).')
})

test('650 sockets of a member without access are refused at once, and the host gets in', async ({
  stage,
  world,
}) => {
  await stage.onAir()
  const poor = await world.member()
  const pages = Array.from({ length: 650 }, () => stage.socket(poor))
  // On a slow machine, a request may time out, and the host's page retries.
  const hostPage = await vi.waitFor(() => stage.enter(stage.host))
  expect(hostPage.person()?.isHost).toBe(true)
  for (const page of pages) await page.ends()
  expect(pages.filter(({ status }) => status !== 403 && status !== 503)).toEqual([])
})

test('a member’s fourth socket closes only their oldest one', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const open = (): Promise<LivePage> => stage.socket(ana).opened()
  const pages = [await open(), await open(), await open()]
  expect(pages.map((page) => page.closeCode)).toEqual([undefined, undefined, undefined])
  const fourth = await open()
  await pages[0]?.ends()
  expect([...pages, fourth].map((page) => page.closeCode)).toEqual([
    1008,
    undefined,
    undefined,
    undefined,
  ])
  expect(hostPage.closeCode).toBeUndefined()
})

test('the server closes a refused connection even if the browser keeps it open', async ({
  stage,
}) => {
  const connection = connect({ port: stage.port, host: '127.0.0.1', allowHalfOpen: true })
  connection.write(
    'GET /api/live/socket HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: http://localhost:3000\r\n' +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  const answer = await text(connection)
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 401 Unauthorized')
  // The server has closed the connection, so writing to it fails.
  const gone = once(connection, 'error')
  const knocking = setInterval(() => connection.write('x'), 50)
  const [error] = await gone
  clearInterval(knocking)
  expect(['EPIPE', 'ECONNRESET']).toContain(error.code)
})
