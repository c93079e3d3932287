import type { Page } from '@playwright/test'
import { LIVE_SOCKET_PATH } from '#contract/live-room.ts'
import { expect } from './fixtures.ts'
import {
  expectHears,
  expectInside,
  joinAsMember,
  personIn,
  roomOf,
  selectedTransport,
  startBroadcast,
  test,
} from './live-steps.ts'

test.use({ siteName: 'live' })

test('when the media process is killed, everyone is heard again with the same microphones on', async ({
  site,
  host,
  paying,
}) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  const peers = await ann.page.evaluate(() => window.peers.length)
  const killedAt = Date.now()
  await site.killChild('embedded/media/main.ts')
  await expect
    .poll(() => ann.page.evaluate(() => window.peers.length), { intervals: [50] })
    .toBeGreaterThan(peers)
  await expectHears(ann.page)
  test.info().annotations.push({ type: 'back after', description: `${Date.now() - killedAt} ms` })
  await expectInside(ann.page)
  await expectInside(host.page)
  await expect(host.page.getByRole('button', { name: 'Speaking' })).toBeVisible()
  await expect(personIn(host.page, ann.member)).toBeVisible()
})

test('if UDP is blocked, a page connects over TCP', async ({ host, paying }) => {
  const ann = await paying()
  await ann.page.addInitScript(loseUdp)
  await startBroadcast(host.page)
  // A participant whose connection took over four seconds also uses TCP, and joins again here.
  await expect(async () => {
    if ((await selectedTransport(host.page)) === 'tcp') {
      await host.page.getByRole('button', { name: 'Leave Room' }).click()
      await host.page.getByRole('button', { name: 'Join Room' }).click()
      await expectInside(host.page)
    }
    expect(await selectedTransport(host.page)).toBe('udp')
  }).toPass()
  await joinAsMember(ann.page)
  await expect.poll(() => selectedTransport(ann.page)).toBe('tcp')
  await host.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(ann.page)
  await ann.page.getByRole('button', { name: 'Listening' }).click()
  await expectHears(host.page)
})

/** Runs in the page: simulates a network that blocks UDP. */
function loseUdp(): void {
  window.RTCPeerConnection = class extends RTCPeerConnection {
    override setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
      const sdp = description.sdp?.replace(/(a=candidate:\d+ 1 udp \d+ \S+) \d+/gi, '$1 9') ?? ''
      return super.setRemoteDescription({ ...description, sdp })
    }
  }
}

test('a crashed tab disappears from the list', async ({ host, paying }) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await expect(personIn(host.page, ann.member)).toBeVisible()
  // Recorded by the page, because the text shows for only about eight seconds.
  const room = await roomOf(host.page).elementHandle()
  const isMissed = host.page.evaluate(
    (room) =>
      new Promise<void>((resolve) => {
        if (!room) return
        new MutationObserver(() => {
          if (room.textContent?.includes('Reconnecting')) resolve()
        }).observe(room, { childList: true, characterData: true, subtree: true })
      }),
    room,
  )
  await ann.page.goto('chrome://crash').catch(() => undefined)
  const diedAt = Date.now()
  await isMissed
  await expect(personIn(host.page, ann.member)).toHaveCount(0)
  test.info().annotations.push({ type: 'gone after', description: `${Date.now() - diedAt} ms` })
})

test('the room’s socket opens only for a page of a member with access', async ({
  host,
  world,
  openPage,
  paying,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket .*\/api\/live\/socket' failed/)
  const ann = await paying()
  const strange = await openPage({ as: await world.member() })
  const visitor = await openPage()
  for (const page of [ann.page, strange, visitor]) await page.goto('/')
  expect(await openSocket(ann.page)).toEqual({ said: undefined })
  await startBroadcast(host.page)
  expect(await openSocket(strange)).toEqual({ said: undefined })
  expect(await openSocket(visitor)).toEqual({ said: undefined })
  expect(await openSocket(ann.page)).toEqual({ said: 'welcome' })
})

/** The room's first message to a page that opens a socket; undefined if it is refused. */
function openSocket(page: Page): Promise<{ said: string | undefined }> {
  return page.evaluate(
    (path) =>
      new Promise<{ said: string | undefined }>((resolve) => {
        const socket = new WebSocket(path)
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello' }))
        socket.onmessage = ({ data }) => {
          resolve({ said: String(JSON.parse(String(data)).type) })
          socket.close()
        }
        socket.onclose = () => resolve({ said: undefined })
      }),
    LIVE_SOCKET_PATH,
  )
}
