import type { Locator, Page } from '@playwright/test'
import type { TestMember } from '#server/testing/population.ts'
import { callAs } from './calls.ts'
import { test as base, expect } from './fixtures.ts'
import type { Site } from './site.ts'

/** The product id in the membership setting of a new site. */
const MEMBERSHIP = 10

declare global {
  var peers: RTCPeerConnection[]
  var sockets: WebSocket[]
}

/** Lets a test read a page's connections. Call it before the page is opened. */
export async function watchConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const peers: RTCPeerConnection[] = []
    const sockets: WebSocket[] = []
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        peers.push(this)
      }
    }
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        sockets.push(this)
      }
    }
    Object.assign(window, { peers, sockets })
  })
}

/** The sound energy that this page has received since its connection began. */
function heardEnergy(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let energy = 0
    const stats = await window.peers.at(-1)?.getStats()
    for (const each of stats?.values() ?? []) {
      if (each.type === 'inbound-rtp') energy += each.totalAudioEnergy ?? 0
    }
    return energy
  })
}

/** The transport of this page's sound: UDP or TCP. */
export function selectedTransport(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const stats = [...((await window.peers.at(-1)?.getStats())?.values() ?? [])]
    const pair = stats.find((each) => each.type === 'candidate-pair' && each.nominated)
    return stats.find((each) => each.id === pair?.remoteCandidateId)?.protocol
  })
}

/** Waits until new sound arrives. */
export async function expectHears(page: Page): Promise<void> {
  let last = await heardEnergy(page)
  let heard = 0
  const listen = async (): Promise<number> => {
    const now = await heardEnergy(page)
    // A new connection counts from zero.
    heard += now < last ? now : now - last
    last = now
    return heard
  }
  await expect.poll(listen).toBeGreaterThan(0.05)
}

/** Waits until no more sound arrives. */
export async function expectHearsNothing(page: Page): Promise<void> {
  let last = -1
  await expect
    .poll(
      async () => {
        const before = last
        last = await heardEnergy(page)
        return last - before
      },
      { intervals: [1_500] },
    )
    .toBe(0)
}

/** Common steps for browser tests of the live room. */
class LiveSteps {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  /** The status of a call that a member makes without a page. */
  async statusOf(member: TestMember, method: 'GET' | 'POST', path: string): Promise<number> {
    const call = { method, path, ...(method === 'POST' && { body: {} }) }
    return (await callAs(this.#site, member, call)).status
  }

  async goOffAir(host: TestMember): Promise<void> {
    expect(await this.statusOf(host, 'POST', '/api/live/stop')).toBe(200)
  }
}

export interface Person {
  member: TestMember
  page: Page
}

/** A site has only one room, so files that use it set `siteName: 'live'`. */
export const test = base.extend<{
  steps: LiveSteps
  /** A host; the room is taken off air after the test. */
  host: Person
  /** Creates a member with an active membership. */
  paying: (given?: { timeZone: string }) => Promise<Person>
}>({
  steps: async ({ site }, use) => use(new LiveSteps(site)),
  host: async ({ world, openPage, steps }, use) => {
    const member = await world.admin()
    const page = await openPage({ as: member })
    await watchConnections(page)
    await use({ member, page })
    await steps.goOffAir(member)
  },
  paying: async ({ world, openPage }, use) => {
    await use(async (given) => {
      const member = await world.member(given)
      await world.purchase({ member, productId: MEMBERSHIP })
      const page = await openPage({ as: member })
      await watchConnections(page)
      return { member, page }
    })
  },
})

export function roomOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Live Coaching Room' })
}

export async function expectInside(page: Page): Promise<void> {
  await expect(roomOf(page).getByRole('button', { name: 'Leave Room' })).toBeVisible()
  await expect(roomOf(page).getByText('Connecting…')).toHaveCount(0)
}

export async function startBroadcast(page: Page): Promise<void> {
  await page.goto('/sfx-members')
  await goOnAir(page)
  await expectInside(page)
}

/** Presses Start Broadcasting, and answers the question that is asked unless a session is due. */
export async function goOnAir(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Broadcasting' }).click()
  const answer = page.getByRole('button', { name: 'Go on air' })
  const stop = page.getByRole('button', { name: 'Stop Broadcasting' })
  await expect(answer.or(stop)).toBeVisible()
  if (await answer.isVisible()) await answer.click()
}

export async function joinAsMember(page: Page): Promise<void> {
  await page.goto('/live')
  await page.getByRole('button', { name: 'Join Live Coaching' }).click()
  await expectInside(page)
}

/** Expands the section that is collapsed while the room is on air. */
export async function unfold(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schedule, assignment and past sessions' }).click()
}

/** Everyone in the room, the stage first. */
export function peopleIn(page: Page): Locator {
  return page.getByRole('list', { name: /^(Speakers|Audience)/ }).getByRole('listitem')
}

export function personIn(page: Page, { anonymousUsername }: TestMember): Locator {
  return peopleIn(page).filter({ hasText: anonymousUsername })
}

export async function actOn(page: Page, member: TestMember, action: string): Promise<void> {
  const name = `Actions for ${member.anonymousUsername}`
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
