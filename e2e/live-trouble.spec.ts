import type { Page } from '@playwright/test'
import { JoinGrant, LIVE_LIMITS } from '#contract/live.ts'
import { LIVE_SOCKET_PATH, LIVE_SOCKET_PROTOCOL } from '#contract/live-room.ts'
import type { TestMember } from '#server/testing/population.ts'
import { expect } from './fixtures.ts'
import {
  expectHears,
  expectInside,
  joinAsMember,
  personIn,
  selectedTransport,
  startBroadcast,
  test,
} from './live-steps.ts'

test.use({ siteName: 'live' })

test('when the media process is killed, everyone is heard again with what was open', async ({
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

test('where UDP is blocked, a page comes in over TCP', async ({ host, paying }) => {
  const ann = await paying()
  await ann.page.addInitScript(loseUdp)
  await startBroadcast(host.page)
  // Who took four seconds to connect is on TCP as well, and comes in anew.
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

/** In the page: stands for a network that lets no UDP through. */
function loseUdp(): void {
  window.RTCPeerConnection = class extends RTCPeerConnection {
    override setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
      const sdp = description.sdp?.replace(/(a=candidate:\d+ 1 udp \d+ \S+) \d+/gi, '$1 9') ?? ''
      return super.setRemoteDescription({ ...description, sdp })
    }
  }
}

test('a tab that dies is gone from the list', async ({ host, paying }) => {
  const ann = await paying()
  await startBroadcast(host.page)
  await joinAsMember(ann.page)
  await expect(personIn(host.page, ann.member)).toBeVisible()
  // Looked for from before: it shows for some eight seconds only.
  const isMissed = expect(personIn(host.page, ann.member)).toContainText('Reconnecting')
  await ann.page.goto('chrome://crash').catch(() => undefined)
  const diedAt = Date.now()
  await isMissed
  await expect(personIn(host.page, ann.member)).toHaveCount(0, { timeout: 30_000 })
  test.info().annotations.push({ type: 'gone after', description: `${Date.now() - diedAt} ms` })
})

test('a ticket opens the room once, in time, and only for who it was made for', async ({
  site,
  host,
  world,
  openPage,
  paying,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket .*\/api\/live\/socket' failed/)
  const [ann, bob] = [await paying(), await paying()]
  const stranger = await world.member()
  const strange = await openPage({ as: stranger })
  const visitor = await openPage()
  for (const page of [ann.page, bob.page, strange, visitor]) await page.goto('/')
  await startBroadcast(host.page)
  const ticketOf = async (member: TestMember): Promise<string> => {
    const response = await fetch(`${site.url}/api/live/join`, {
      method: 'POST',
      headers: { cookie: member.cookie, origin: site.url, 'content-type': 'application/json' },
      body: '{}',
    })
    return JoinGrant.parse(await response.json()).ticket
  }

  const ticket = await ticketOf(ann.member)
  const [seat = '', secret = ''] = ticket.split('.')
  const forged = `${seat}.${[...secret].toReversed().join('')}`
  expect(await knock(ann.page, forged)).toEqual({ said: undefined })
  expect(await knock(ann.page, 'anything')).toEqual({ said: undefined })
  // Neither another member nor who has not paid gets in on it, and a visitor has no socket.
  expect(await knock(bob.page, await ticketOf(ann.member))).toEqual({ said: undefined })
  expect(await knock(strange, await ticketOf(ann.member))).toEqual({ said: undefined })
  expect(await knock(visitor, await ticketOf(ann.member))).toEqual({ said: undefined })

  const good = await ticketOf(ann.member)
  expect(await knock(ann.page, good)).toEqual({ said: 'welcome' })
  expect(await knock(ann.page, good)).toEqual({ said: undefined })

  const late = await ticketOf(ann.member)
  const expired = new Date(Date.now() - LIVE_LIMITS.ticket * 1_000)
  await site.db.updateTable('liveTicket').set({ expiresAt: expired }).execute()
  expect(await knock(ann.page, late)).toEqual({ said: undefined })
})

/** What the room says first to a page that brings this ticket; undefined when it only closes. */
function knock(page: Page, ticket: string): Promise<{ said: string | undefined }> {
  return page.evaluate(
    ([path, protocol, said]) =>
      new Promise<{ said: string | undefined }>((resolve) => {
        const socket = new WebSocket(path, [protocol, said])
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello' }))
        socket.onmessage = ({ data }) => {
          resolve({ said: String(JSON.parse(String(data)).type) })
          socket.close()
        }
        socket.onclose = () => resolve({ said: undefined })
      }),
    [LIVE_SOCKET_PATH, LIVE_SOCKET_PROTOCOL, ticket] as const,
  )
}
