import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { eventEndpoints } from '#contract/events.ts'
import { notificationEndpoints } from '#contract/notifications.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { startOtherNode } from '#server/testing/other-node.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'
import { buildApp } from './app.ts'
import type { EventLimits } from './event-hub.ts'

interface Node {
  port: number
  close(): Promise<void>
}

/** The application on a port, for streams, which calls without a network can't test. */
async function startNode(context: Context, limits: Partial<EventLimits> = {}): Promise<Node> {
  const app = await buildApp(context, undefined, { events: { gatherMs: 10, ...limits } })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const node = { port: Number(new URL(address).port), close: () => app.close() }
  onTestFinished(() => node.close())
  return node
}

/** An open page. Its `events` leave out heartbeats and the first line, about reconnecting. */
class Page {
  text = ''
  isOpen = true
  status = 0
  headers: Record<string, unknown> = {}
  readonly #request: ReturnType<typeof request>

  constructor({ port }: Node, cookie: string | undefined, query: string) {
    const headers = { 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) }
    const path = eventEndpoints.listen.path + query
    this.#request = request({ port, path, headers, agent: false })
    this.#request.on('response', (response) => {
      this.status = response.statusCode ?? 0
      this.headers = response.headers
      response.setEncoding('utf8').on('data', (text: string) => {
        this.text += text
      })
      response.on('close', () => {
        this.isOpen = false
      })
      response.on('error', () => undefined)
    })
    this.#request.on('error', () => {
      this.isOpen = false
    })
    this.#request.end()
  }

  get events(): string[] {
    const blocks = this.text.split('\n\n').filter((block) => block.startsWith('event: '))
    return blocks.map((block) => block.replace('\ndata:', '').replace('event: ', ''))
  }

  leave(): void {
    this.#request.destroy()
  }
}

async function openPage(node: Node, cookie?: string, query = ''): Promise<Page> {
  const page = new Page(node, cookie, query)
  onTestFinished(() => page.leave())
  await vi.waitUntil(() => page.status > 0 && (page.status !== 200 || page.text !== ''))
  return page
}

async function receives(page: Page, ...events: string[]): Promise<void> {
  await vi.waitFor(() => expect(page.events).toEqual(expect.arrayContaining(events)))
}

/** Announces an event for everyone and waits for it, so all earlier ones have arrived too. */
async function settle(context: Context, ...pages: Page[]): Promise<void> {
  const before = pages.map((page) => page.events.filter((event) => event === 'daily {}').length)
  context.changes.announce({ kind: 'topic', topic: 'daily' })
  await vi.waitUntil(() =>
    pages.every(
      (page, index) =>
        page.events.filter((event) => event === 'daily {}').length > (before[index] ?? 0),
    ),
  )
}

function othersThanDaily(page: Page): string[] {
  return page.events.filter((event) => event !== 'daily {}')
}

test('no proxy or compression delays the stream', async ({ context, world }) => {
  const node = await startNode(context)
  const page = await openPage(node, (await world.member()).cookie)
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(page.headers).not.toHaveProperty('content-encoding')
  expect(page.headers).not.toHaveProperty('content-length')
  expect(page.text).toBe('retry: 3000\n\n')
  const visitor = await openPage(node)
  expect(visitor.status).toBe(401)
})

test('a HEAD request ends at once', async ({ context, world }) => {
  const node = await startNode(context)
  const { cookie } = await world.member()
  const url = `http://127.0.0.1:${node.port}${eventEndpoints.listen.path}`
  const response = await fetch(url, { method: 'HEAD', headers: { cookie } })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
})

test('a member receives events for their own notifications only', async ({
  api,
  context,
  world,
}) => {
  const node = await startNode(context)
  const author = await world.member()
  const reader = await world.member()
  const [pageOfAuthor, pageOfReader] = await Promise.all([
    openPage(node, author.cookie),
    openPage(node, reader.cookie),
  ])
  const storyId = await world.story({ author })
  const body = { storyId, content: 'Thank you.' }
  await api.as(reader).call(storyEndpoints.reply, { body })
  const story = `story {"id":${storyId}}`
  await receives(pageOfAuthor, 'notification {}', story)
  await receives(pageOfReader, story)
  await settle(context, pageOfAuthor, pageOfReader)
  expect(othersThanDaily(pageOfReader)).toEqual([story])
  expect(await api.as(author).call(notificationEndpoints.count)).toMatchObject({ unread: 1 })

  const before = pageOfAuthor.events.length
  await api.as(author).call(notificationEndpoints.markAllRead)
  await vi.waitUntil(() => pageOfAuthor.events.length > before)
  expect(pageOfAuthor.events.at(-1)).toBe('notification {}')
})

test('members receive events for their own guidance requests, and the team for any change', async ({
  context,
  world,
}) => {
  const node = await startNode(context)
  const [requester, other, admin] = [
    await world.member(),
    await world.member(),
    await world.admin(),
  ] as const
  const pages = [
    await openPage(node, requester.cookie),
    await openPage(node, other.cookie),
    await openPage(node, admin.cookie),
  ] as const
  context.changes.announce({ kind: 'guidance', memberId: requester.id })
  await settle(context, ...pages)
  expect(pages.map(othersThanDaily)).toEqual([['guidance {}'], [], []])
  context.changes.announce({ kind: 'topic', topic: 'guidance' })
  await settle(context, ...pages)
  expect(pages.map(othersThanDaily)).toEqual([['guidance {}'], [], ['guidance {}']])
  for (const page of pages) expect(page.text).not.toContain(requester.id)
})

test('only the team receives events for mailings', async ({ context, world }) => {
  const node = await startNode(context)
  const [member, admin] = [await world.member(), await world.admin()] as const
  const pages = [await openPage(node, member.cookie), await openPage(node, admin.cookie)] as const
  context.changes.announce({ kind: 'topic', topic: 'mailings' })
  await settle(context, ...pages)
  expect(pages.map(othersThanDaily)).toEqual([[], ['mailings {}']])
})

test('only the author receives events for a story that only they can see', async ({
  context,
  world,
  admin,
}) => {
  const node = await startNode(context)
  const author = await world.member()
  const other = await world.member()
  const pages = [await openPage(node, author.cookie), await openPage(node, other.cookie)] as const
  const hidden = await world.story({ author, hiddenAt: new Date() })
  const pending = await world.story({ author, status: 'pending' })
  const nobodys = await world.story({ author, status: 'rejected' })
  await context.db
    .updateTable('story')
    .set({ memberId: null })
    .where('storyId', '=', nobodys)
    .execute()
  for (const storyId of [hidden, pending, nobodys, 2_000_000_000]) {
    context.changes.announce({ kind: 'story', storyId })
  }
  await settle(context, ...pages)
  await settle(context, ...pages)
  await receives(pages[0], `story {"id":${hidden}}`, `story {"id":${pending}}`)
  expect(othersThanDaily(pages[0])).toHaveLength(2)
  expect(othersThanDaily(pages[1])).toEqual([])

  const approval = { params: { id: pending }, body: { approved: true } }
  await admin.call(storyEndpoints.moderate, approval)
  await receives(pages[1], `story {"id":${pending}}`)
  const count = othersThanDaily(pages[1]).length
  await admin.call(storyEndpoints.remove, { params: { id: pending } })
  await vi.waitUntil(() => othersThanDaily(pages[1]).length > count)
})

test('a page receives events for changes while it was loading, as far as its member may know', async ({
  context,
  world,
}) => {
  const node = await startNode(context)
  const [author, other, admin] = [await world.member(), await world.member(), await world.admin()]
  const pending = await world.story({ author, status: 'pending' })
  const earlier = await openPage(node, author.cookie)
  context.changes.announce(
    { kind: 'story', storyId: pending },
    { kind: 'topic', topic: 'settings' },
    { kind: 'topic', topic: 'mailings' },
    { kind: 'notification', memberId: author.id },
  )
  await settle(context, earlier)
  const lookBack = '?lookBack=30000'
  const pages = [
    await openPage(node, author.cookie, lookBack),
    await openPage(node, other.cookie, lookBack),
    await openPage(node, admin.cookie, lookBack),
    await openPage(node, author.cookie, '?lookBack=0'),
  ] as const
  await settle(context, ...pages)
  // Missed events arrive once it is known who may see the story. Others arrive meanwhile.
  await vi.waitFor(() =>
    expect(pages.map((page) => othersThanDaily(page).sort())).toEqual([
      ['notification {}', 'settings {}', `story {"id":${pending}}`],
      ['settings {}'],
      ['mailings {}', 'settings {}'],
      [],
    ]),
  )
})

test('a page that missed more changes than are kept, or too many stories, is told to reload', async ({
  context,
  world,
}) => {
  const node = await startNode(context, { recentChanges: 100 })
  const { cookie } = await world.member()
  for (let storyId = 1; storyId <= 20; storyId++) {
    context.changes.announce({ kind: 'story', storyId, wasPublic: true })
    context.changes.announce({ kind: 'story', storyId: 2_000_000_000 + storyId })
  }
  const lookBack = '?lookBack=30000'
  const few = await openPage(node, cookie, lookBack)
  await settle(context, few)
  await vi.waitFor(() => expect(othersThanDaily(few)).toHaveLength(20))
  context.changes.announce({ kind: 'story', storyId: 2_000_000_021 })
  await settle(context, few)
  const many = await openPage(node, cookie, lookBack)
  await settle(context, many)
  expect(othersThanDaily(many)).toEqual(['reload {}'])
  for (let count = 0; count < 200; count++) {
    context.changes.announce({ kind: 'topic', topic: 'settings' })
  }
  await settle(context, few)
  const late = await openPage(node, cookie, lookBack)
  await settle(context, late)
  expect(othersThanDaily(late)).toContain('reload {}')
})

test('the look-back time has a limit', async ({ context, world }) => {
  const node = await startNode(context)
  const { cookie } = await world.member()
  for (const lookBack of ['30001', '-1', '1.5', '0x1', 'yesterday']) {
    expect((await openPage(node, cookie, `?lookBack=${lookBack}`)).status).toBe(400)
  }
})

test('everyone receives events for the settings', async ({ context, world }) => {
  const node = await startNode(context)
  const page = await openPage(node, (await world.member()).cookie)
  context.changes.announce({ kind: 'topic', topic: 'settings' }, { kind: 'topic', topic: 'tags' })
  context.changes.announce({ kind: 'topic', topic: 'settings' })
  await settle(context, page)
  expect(page.events.sort()).toEqual(['daily {}', 'settings {}'])
})

test('a stream ends as soon as its session does, and no other stream does', async ({
  api,
  context,
  world,
}) => {
  const node = await startNode(context)
  const member = await world.member()
  const phone = await openPage(node, await world.session(member.id))
  const page = await openPage(node, member.cookie)
  await api.as(member).call(accountEndpoints.logout)
  await vi.waitUntil(() => !page.isOpen)
  await settle(context, phone)
  expect(phone.isOpen).toBe(true)
  expect((await openPage(node, member.cookie)).status).toBe(401)
})

test('a former administrator receives none of the team’s events', async ({ context, world }) => {
  const node = await startNode(context)
  const admin = await world.admin()
  const page = await openPage(node, admin.cookie)
  await context.db
    .updateTable('member')
    .set({ rights: [] })
    .where('memberId', '=', admin.id)
    .execute()
  context.changes.announce({ kind: 'member', memberId: admin.id })
  // The node must query the database again before it knows.
  await vi.waitFor(async () => {
    const before = othersThanDaily(page).length
    context.changes.announce({ kind: 'topic', topic: 'guidance' })
    await settle(context, page)
    expect(othersThanDaily(page)).toHaveLength(before)
  })
  expect(page.isOpen).toBe(true)
})

test('pages of one node receive events from the other, and end with sessions ended there', async ({
  api,
  context,
  world,
}) => {
  const other = await anotherNode(context)
  const node = await startNode(other)
  const author = await world.member()
  const page = await openPage(node, author.cookie)
  const storyId = await world.story({ author })
  const body = { storyId, content: 'From the other node.' }
  await api.as(await world.member()).call(storyEndpoints.reply, { body })
  await receives(page, 'notification {}', `story {"id":${storyId}}`)
  await api.as(author).call(accountEndpoints.logout)
  await vi.waitUntil(() => !page.isOpen)
})

test('pages are told to reload after changes that may have been missed', async ({
  context,
  world,
}) => {
  const node = await startNode(context)
  const page = await openPage(node, (await world.member()).cookie)
  await context.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'folx-changes' and datname = current_database()`,
  )
  await vi.waitUntil(() => page.events.includes('reload {}'))
  expect(page.isOpen).toBe(true)
})

test('heartbeats keep the connection open', async ({ context, world }) => {
  const node = await startNode(context, { heartbeatMs: 20 })
  const page = await openPage(node, (await world.member()).cookie)
  await vi.waitUntil(() => page.text.split(':\n\n').length > 4)
  expect(page.events).toEqual([])
})

test('a stream ends after its lifetime', async ({ context, world }) => {
  const node = await startNode(context, { heartbeatMs: 20, lifetimeMs: 2_000 })
  const page = await openPage(node, (await world.member()).cookie)
  expect(page.isOpen).toBe(true)
  await vi.waitUntil(() => !page.isOpen)
})

test('one page too many disconnects the member’s oldest', async ({ context, world }) => {
  const node = await startNode(context, { perMember: 2 })
  const member = await world.member()
  const pages: Page[] = []
  for (let count = 0; count < 3; count += 1) pages.push(await openPage(node, member.cookie))
  await vi.waitUntil(() => pages[0]?.isOpen === false)
  expect(pages.map(({ isOpen }) => isOpen)).toEqual([false, true, true])
  expect((await openPage(node, (await world.member()).cookie)).isOpen).toBe(true)
})

test('a full node refuses pages, and has room again once one leaves', async ({
  context,
  world,
}) => {
  const node = await startNode(context, { perNode: 1 })
  const member = await world.member()
  const page = await openPage(node, member.cookie)
  const refused = await openPage(node, member.cookie)
  expect(refused.status).toBe(503)
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'provider_unavailable',
    message: 'Live updates are busy right now. Please try again in a little while.',
  })
  page.leave()
  await vi.waitFor(async () => expect((await openPage(node, member.cookie)).status).toBe(200))
})

test('a page that does not read is disconnected, and one that reads is not', async ({
  context,
  world,
}) => {
  const node = await startNode(context, { gatherMs: 1 })
  const slow = await world.member()
  const page = await openPage(node, (await world.member()).cookie)
  const { isClosed } = await openSocket(node, slow)
  let storyId = 1
  await vi.waitUntil(
    async () => {
      for (let count = 0; count < 1_000; count += 1) {
        context.changes.announce({ kind: 'story', storyId: storyId++, wasPublic: true })
      }
      // On a busy machine the reader gets no turn, and would be disconnected as if it didn't read.
      const last = String(storyId - 1)
      await vi.waitUntil(() => !page.isOpen || page.text.slice(-100).includes(last), {
        interval: 1,
      })
      return isClosed()
    },
    { interval: 5 },
  )
  expect(page.isOpen).toBe(true)
})

test('a stop does not wait for open streams', async ({ context, world }) => {
  const node = await startNode(context)
  const page = await openPage(node, (await world.member()).cookie)
  await openSocket(node, await world.member())
  await node.close()
  await vi.waitUntil(() => !page.isOpen)
})

testLogNamesNobody()

/** A connection that asks for events and never reads them. */
async function openSocket(
  { port }: Node,
  { cookie }: TestMember,
): Promise<{ isClosed: () => boolean }> {
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  let isClosed = false
  socket.on('error', () => {
    isClosed = true
  })
  socket.on('close', () => {
    isClosed = true
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const head = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`
  socket.write(head)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return {
    // A paused socket notices its end only when it sends something.
    isClosed: () => isClosed || !socket.write('\r\n') || socket.destroyed,
  }
}

async function anotherNode(context: Context): Promise<Context> {
  const other = await startOtherNode(context)
  onTestFinished(() => other.close())
  return other.context
}
