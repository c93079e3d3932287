import { expect, vi } from 'vitest'
import { liveEndpoints } from '#contract/live.ts'
import { MEMBERSHIP_PRODUCT_ID } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { LIVE_ROOM_LOCK } from '#server/db/process-lock.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from './api.ts'
import { FakeLiveEngine } from './fake-live-engine.ts'
import { findFreePort } from './free-port.ts'
import { enterRoom, LivePage } from './live-page.ts'
import { startOtherNode } from './other-node.ts'
import type { TestMember, World } from './population.ts'
import { test as base } from './world.ts'

/** The application on a port, with the fake live engine. */
export interface LiveTestNode {
  api: TestApi
  context: Context
  engine: FakeLiveEngine
  port: number
  /** Shuts the node down like a deploy. */
  close(): Promise<void>
}

/** The people and pages of the live room in one test. */
export interface Stage extends LiveTestNode {
  host: TestMember
  /** A member with an active membership. */
  member(): Promise<TestMember>
  /** Puts the room on air, with the host in it. */
  onAir(): Promise<LivePage>
  enter(member: TestMember, input?: { resume?: string; node?: LiveTestNode }): Promise<LivePage>
  /** A socket that has not sent anything. */
  socket(input: SocketInput): LivePage
}

interface SocketInput {
  cookie?: string
  origin?: string
  node?: LiveTestNode
}

interface LiveFixtures {
  stage: Stage
  /** A second process on the same database. */
  otherNode: LiveTestNode
}

/** Vitest's `test` with the live room, which is off air before and after each test. */
export const test = base.extend<LiveFixtures>({
  stage: async ({ context, world }, use) => {
    const pages: LivePage[] = []
    const node = await startNode(context)
    const host = await world.admin()
    const keep = (page: LivePage): LivePage => {
      pages.push(page)
      return page
    }
    const stage: Stage = {
      ...node,
      host,
      member: () => payingMember(world),
      onAir: async () => {
        await node.api.as(host).call(liveEndpoints.start)
        return stage.enter(host)
      },
      enter: async (member, { resume, node: at = node } = {}) =>
        keep(await enterRoom({ api: at.api, port: at.port, member, ...(resume && { resume }) })),
      socket: ({ node: at = node, ...input }) => keep(new LivePage({ port: at.port, ...input })),
    }
    await use(stage)
    for (const page of pages) page.breakDown()
    await context.db.updateTable('liveSession').set({ endedAt: new Date() }).execute()
    await node.close()
    // The database notices a moment later, and the next test needs the room.
    await vi.waitFor(async () => expect(await roomLocks(context)).toBe(0))
  },
  otherNode: async ({ context, time }, use) => {
    const other = await startOtherNode(context, { now: time.now })
    // All processes of a site have the same files.
    const node = await startNode({ ...other.context, files: context.files })
    await use(node)
    await node.close()
    await other.close()
  },
})

async function roomLocks({ pool }: Context): Promise<number> {
  const found = await pool.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1
      and database = (select oid from pg_database where datname = current_database())`,
    [LIVE_ROOM_LOCK],
  )
  return found.rowCount ?? 0
}

async function startNode(given: Context, tries = 5): Promise<LiveTestNode> {
  const engine = new FakeLiveEngine()
  const port = await findFreePort()
  const context = { ...given, live: engine }
  const app = await buildApp(context)
  try {
    await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    await app.close()
    // Another process has taken the free port in the meantime.
    if (tries === 1) throw error
    return startNode(given, tries - 1)
  }
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= app.close()
    return closing
  }
  return { api: new TestApi(app), context, engine, port, close }
}

async function payingMember(world: World): Promise<TestMember> {
  const member = await world.member()
  await world.purchase({ member, productId: MEMBERSHIP_PRODUCT_ID })
  return member
}
