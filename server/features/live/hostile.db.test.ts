import fc from 'fast-check'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { accountEndpoints } from '#contract/accounts.ts'
import { aWhile } from '#server/testing/live-page.ts'
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
  `{"type":"offer","transport":"udp","sdp":"${'x'.repeat(65_537)}"}`,
  '{"type":"offer","transport":"carrier pigeon","sdp":""}',
  '{"type":"mute","participantId":{"$ne":null}}',
  '{"type":"question-answered","questionId":"1; drop table member","isAnswered":true}',
  '{"__proto__":{"isHost":true},"type":"lower-all-hands"}',
  '{"type":"hello","ticket":"again"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]

test('what cannot be read is refused, and the page stays where it is', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  for (const text of GARBAGE) page.sayText(text)
  await expect
    .poll(() => page.messages.filter(({ type }) => type === 'refused').length)
    .toBe(GARBAGE.length)
  page.say({ type: 'hand', isUp: true })
  await hostPage.sees(({ hands }) => hands.length === 1)
})

test('a socket that begins with anything but a hello is closed', async ({ stage }) => {
  await stage.onAir()
  const { cookie } = await stage.member()
  for (const text of ['{"type":"hand","isUp":true}', 'nonsense', '{"type":"hello"}']) {
    const page = await stage.socket({ cookie }).opened()
    page.sayText(text)
    await page.ends()
    expect(page.messages).toEqual([])
  }
})

test('what is said before the welcome counts for nothing', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  const ticket = await stage.ticket(ana)
  const page = await stage.socket({ cookie: ana.cookie }).opened()
  page.say({ type: 'hello', ticket })
  page.say({ type: 'hand', isUp: true })
  await page.hears('welcome')
  await aWhile()
  expect(hostPage.room?.hands).toEqual([])
})

test('a flood of messages closes its socket, and nobody else’s', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  for (let count = 0; count < 500; count += 1) page.say({ type: 'hand', isUp: count % 2 === 0 })
  await page.ends()
  expect(page.closeCode).toBe(1008)
  hostPage.say({ type: 'hand', isUp: true })
  await hostPage.sees(({ hands }) => hands.includes(hostPage.participantId))
})

test('a message beyond the limit, or one of bytes, closes its socket', async ({ stage }) => {
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

test('offers in a row are answered until there are too many', async ({ stage }) => {
  await stage.onAir()
  const page = await stage.enter(await stage.member())
  for (let count = 0; count < 10; count += 1) {
    page.say({ type: 'offer', sdp: `v=${count}`, transport: 'udp' })
  }
  await page.hears('refused', ({ sentence }) => sentence === 'Your browser connects too often.')
  await aWhile()
  expect(page.messages.filter(({ type }) => type === 'answer')).toHaveLength(6)
})

test('whatever is sent, the server goes on', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const ana = await stage.member()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 20 }),
      fc.boolean(),
      async (texts, hasTicket) => {
        const page = hasTicket
          ? await stage.enter(ana)
          : await stage.socket({ cookie: ana.cookie }).opened()
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
